// Doctor: all that verify finds, work and surroundings besides; mends what loses nothing.
import { onFault } from "../on-fault.ts";
import { groundOf } from "../engine.ts";
import { emptyFold, foldOn, snapshotKey, snapshotText } from "../fold.ts";
import type { RunnerParts } from "../runner-parts.ts";
import { look } from "../runner/look.ts";
import { onlyInGit, readAnchors } from "./anchors.ts";
import { lookAtAgents, surroundings } from "./around.ts";
import {
  type CareFinding,
  damagedIn,
  type Doctored,
  findingList,
  type Mend,
  mendOf,
  unreadable,
  withoutMends,
} from "./finding.ts";
import { lookAtJobs } from "./jobs.ts";
import { verify } from "./verify.ts";

/** A mend may uncover another problem, which the next pass mends. */
const passes = 2;

/** `run` undefined: the whole ledger and its surroundings. A look that a fault stops is a finding, and stops no other. */
const lookAll = async (parts: RunnerParts, run?: string): Promise<readonly CareFinding[]> => {
  const { engine } = parts;
  const all: CareFinding[] = [];
  const add = async (of: string | null, act: () => Promise<readonly CareFinding[]>) => {
    const list = findingList(of);
    await onFault(
      async () => list.add(await act()),
      (fault) => {
        const { code, message } = fault;
        // What stops several looks is reported once.
        const isKnown = all.some(
          (one) => one.run === of && (one.code === code || one.text.endsWith(message)),
        );
        if (!isKnown) list.add(unreadable(of, fault));
      },
    );
    all.push(...list.all());
  };
  all.push(
    ...(await onFault(
      async () => (await verify(engine, run)).findings,
      (fault) => [unreadable(run ?? null, fault)],
    )),
  );
  const isDamaged = damagedIn(all);
  const cards = await engine.ledger.runs(run === undefined ? {} : { run });
  for (const around of run === undefined ? surroundings : [])
    await add(null, () => around(parts, cards));
  for (const { run: of } of cards) {
    if (isDamaged(of)) continue;
    const looked = look({ ...parts, run: of });
    // A run that goes away meanwhile has nothing to be looked at.
    for (const lookAt of [lookAtJobs, lookAtAgents])
      await add(of, async () => {
        const now = await looked;
        return now === null ? [] : lookAt(parts, of, now);
      });
  }
  return withoutMends(all, isDamaged);
};

/** Each reads anew, goes through the doors of normal work, and can be repeated. By run; a lock is mended by its checkout. */
const mends: Readonly<
  Record<Mend, (parts: RunnerParts, run: string, subject: string) => Promise<void>>
> = {
  scan: ({ scan }, run) => scan(run),
  /** Only adds: lines that contradict the ledger remain visible to `verify`. */
  async anchor({ engine, folds }, run) {
    const folded = await folds.newest(run);
    if (folded === null) return;
    const anchors = await readAnchors(engine, groundOf(engine, folded), run);
    for (const one of onlyInGit(anchors)) await engine.workspace.anchor(run, one);
  },
  async snapshot({ engine, folds }, run) {
    const folded = await folds.newest(run);
    if (folded === null) return;
    const { protocol, root, origin } = folded;
    const made = await foldOn(engine, run, emptyFold(protocol, root, origin));
    await engine.ledger.keep(run, snapshotKey(engine, protocol), made.version, snapshotText(made));
    folds.forget(run);
  },
  async end(parts, run) {
    const { interrupt } = await import("../runner/interrupt.ts");
    await interrupt(parts, run, () => undefined);
  },
  unlock: async ({ engine }, _, subject) => (await engine.workspace.places()).unlock(subject),
};

/** A finding for each mend that failed. */
const mendAll = async (
  parts: RunnerParts,
  found: readonly CareFinding[],
): Promise<readonly CareFinding[]> => {
  const failed: CareFinding[] = [];
  const done = new Set<string>();
  for (const one of found) {
    const mend = mendOf(one);
    const what = JSON.stringify([mend, one.run ?? one.subject]);
    if (mend === undefined || done.has(what)) continue;
    done.add(what);
    await onFault(
      () => mends[mend](parts, one.run ?? "", one.subject ?? ""),
      (fault) => void failed.push(unreadable(one.run, fault)),
    );
  }
  return failed;
};

const keyOf = ({ code, run, subject }: CareFinding): string => JSON.stringify([code, run, subject]);

/** Looks; with `fix` mends what it may in at most two passes, and looks again. Safe to run concurrently. */
export const doctor = async (
  parts: RunnerParts,
  run: string | undefined,
  fix: boolean,
): Promise<Doctored> => {
  let now = await lookAll(parts, run);
  const fixable = new Map<string, CareFinding>();
  for (let left = fix ? passes : 0; left > 0 && now.some((one) => one.fixable); left -= 1) {
    for (const one of now) if (one.fixable) fixable.set(keyOf(one), one);
    const failed = await mendAll(parts, now);
    now = [...(await lookAll(parts, run)), ...failed];
  }
  const left = new Set(now.map(keyOf));
  return {
    findings: now,
    fixed: [...fixable].flatMap(([key, one]) => (left.has(key) ? [] : [one])),
  };
};
