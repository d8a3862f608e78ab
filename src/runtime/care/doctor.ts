// Doctor: all that verify finds, work and surroundings besides; mends what loses nothing.
import { usualLeaseMs } from "../../core/agents/patience.ts";
import { onFault } from "../on-fault.ts";
import type { RunnerParts } from "../runner-parts.ts";
import type { Driving } from "../runner/driving.ts";
import { look } from "../runner/look.ts";
import { createRoom } from "../runner/room.ts";
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
import { mends } from "./mends.ts";
import { verify } from "./verify.ts";

/** A mend may uncover another problem, which the next pass mends. */
const passes = 2;

/** A doctor drives no run, and stops nowhere. */
const drivingOf = (parts: RunnerParts, run: string): Driving => ({
  ...parts,
  run,
  leaseMs: usualLeaseMs,
  nested: () => Promise.reject(new Error("a doctor drives no run")),
  tell: () => undefined,
  step: () => undefined,
  room: createRoom(0),
});

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
    const driving = drivingOf(parts, of);
    const looked = look(driving);
    // A run that goes away meanwhile has nothing to be looked at.
    for (const lookAt of [lookAtJobs, lookAtAgents])
      await add(of, async () => {
        const now = await looked;
        return now === null ? [] : lookAt(driving, now);
      });
  }
  return withoutMends(all, isDamaged);
};

const keyOf = ({ code, run, subject }: CareFinding): string => JSON.stringify([code, run, subject]);

/** Why the mend failed; null: it didn't. */
const attempt = (
  parts: RunnerParts,
  mend: Mend,
  { run, subject }: CareFinding,
): Promise<string | null> =>
  onFault(
    async () => {
      await mends[mend](drivingOf(parts, run ?? ""), subject ?? "");
      return null;
    },
    ({ code, message }) => `${code}: ${message}`,
  );

/** Looks; with `fix` mends what it may in at most two passes, and looks again. Safe to run concurrently. */
export const doctor = async (
  parts: RunnerParts,
  run: string | undefined,
  fix: boolean,
): Promise<Doctored> => {
  let now = await lookAll(parts, run);
  const fixable = new Map<string, CareFinding>();
  const failed = new Map<string, string>();
  for (let left = fix ? passes : 0; left > 0 && now.some((one) => one.fixable); left -= 1) {
    const done = new Map<string, string>();
    for (const one of now) {
      const mend = mendOf(one);
      if (mend === undefined) continue;
      fixable.set(keyOf(one), one);
      const what = JSON.stringify([mend, one.run ?? one.subject]);
      const why = done.get(what) ?? (await attempt(parts, mend, one)) ?? "";
      done.set(what, why);
      if (why === "") failed.delete(keyOf(one));
      else failed.set(keyOf(one), why);
    }
    now = await lookAll(parts, run);
  }
  const left = new Set(now.map(keyOf));
  return {
    findings: now.map((one) => {
      const why = failed.get(keyOf(one));
      return why === undefined ? one : { ...one, text: `${one.text}; mending it failed: ${why}` };
    }),
    fixed: [...fixable].flatMap(([key, one]) => (left.has(key) ? [] : [one])),
  };
};
