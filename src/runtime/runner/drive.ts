// Main loop of the runner: starts due jobs that aren't running; recovery after a crash is its next pass.
import type { Life } from "../../core/row.ts";
import { usualLeaseMs } from "../../core/agents/patience.ts";
import type { Refusal } from "../../core/refusal.ts";
import { createArrivals } from "../carry/bring.ts";
import { fenceNote } from "../agents/fence-here.ts";
import { heldNote } from "../agents/held-back.ts";
import { groundOf } from "../engine.ts";
import { siteOf } from "../../landing/site.ts";
import { ensureBase } from "../landing/begin.ts";
import { deliverLanded } from "../landing/deliver.ts";
import { createFollower } from "../landing/branch.ts";
import { unknownRun } from "../find.ts";
import { type Folded, readLog } from "../fold.ts";
import { proofsOf, uncheckedWords } from "../views/proven.ts";
import type { RunnerParts } from "../runner-parts.ts";
import { isSignalled, type RunOptions, type RunResult, warn } from "../run-options.ts";
import { ensureBudget, unboundWords } from "./budget.ts";
import type { Driving } from "./driving.ts";
import { look, type Look } from "./look.ts";
import { createDiskWatch, createEvents, tellBehind, tellPrograms } from "./notices.ts";
import { createPass } from "./pass.ts";
import { restOf } from "./rest.ts";
import { createRoom, type Room } from "./agent-limit.ts";
import { createStandstill, createWake } from "./pace.ts";

/** Polls in addition to hints, which may get lost. */
const pollMs = 1_000;

/** Records where its work lands; true: something changed. */
const begun = async (
  driving: Driving,
  folded: Folded,
  life: Life,
  options: RunOptions,
): Promise<boolean> => {
  if (life !== "live" || siteOf(folded.state) !== null) return false;
  await ensureBase(driving, folded, options.changes === true);
  return true;
};

/** On the first look: base, budget and notices. True: something changed. */
const prepared = async (driving: Driving, seen: Look, options: RunOptions): Promise<boolean> => {
  const { engine, folds, run, tell } = driving;
  const isSet = await ensureBudget(driving, seen.folded, seen.life);
  const isNew = (await begun(driving, seen.folded, seen.life, options)) || isSet;
  const now = await folds.newest(run);
  if (now === null) return isNew;
  // An earlier merge may have been interrupted, or blocked by the user's changes.
  await deliverLanded(driving, now);
  if (seen.life !== "live") return isNew;
  const unchecked = uncheckedWords(engine, now);
  if (unchecked !== null) tell({ is: "note", text: unchecked });
  const unbound = await unboundWords(driving, now);
  if (unbound !== null) tell({ is: "note", text: unbound });
  return isNew;
};

/** `room`, `disk`: shared with the tree of runs of which this is a part; own ones by default. */
export type DriveParts = RunnerParts & {
  readonly step?: Driving["step"];
  readonly room?: Room;
  readonly disk?: ReturnType<typeof createDiskWatch>;
};

/** Drives a run until it is over, waits for input, or the signal aborts; hosted jobs outlive it. Faults: AGENT_MISSING, PROGRAM_MISSING, AGENT_UNSTARTABLE, FENCE_MISSING, and those of ledger and disk. */
export const drive = async (
  parts: DriveParts,
  run: string,
  options: RunOptions,
): Promise<RunResult | Refusal> => {
  const room = parts.room ?? createRoom(parts.engine.config.runner.agents);
  const { engine } = parts;
  const disk = parts.disk ?? createDiskWatch(engine, options.progress ?? (() => undefined));
  const low = parts.room === undefined ? await engine.workspace.lowLimits() : null;
  if (low !== null) throw low;
  room.enter(run);
  const ended = engine.workspace.runners.begin(run, engine.now());
  const looked = async (): Promise<void> => {
    if (parts.room === undefined) await tellPrograms(engine, options.progress ?? (() => undefined));
  };
  try {
    await looked();
    await engine.ledger.guard?.();
    const fence = parts.room === undefined ? await fenceNote(engine) : null;
    const held = parts.room === undefined ? await heldNote(engine) : null;
    for (const text of [fence, held]) if (text !== null) options.progress?.({ is: "note", text });
    await tellBehind(engine, parts.folds, run, options.progress ?? (() => undefined));
    const result = await driven({ ...parts, room, disk }, run, options);
    await looked();
    return result;
  } finally {
    // Otherwise it leaves its record, as a killed runner does: the watchdog tells of it.
    if (!isSignalled(options)) ended();
    room.leave(run);
  }
};

type TreeParts = Required<Pick<DriveParts, "room" | "disk">> & DriveParts;

/** A child's progress shows its jobs, under its name. */
const nestedIn =
  (parts: TreeParts, options: RunOptions, tell: Driving["tell"]): Driving["nested"] =>
  (child) =>
    drive(parts, child, {
      ...options,
      progress: (progress) => {
        if (progress.is === "job") tell({ ...progress, key: `${child} ${progress.key}` });
        else if (progress.is !== "event") tell(progress);
      },
    });

/** All sources of changes to due jobs. */
const wakeOf = (
  { engine, room, later }: TreeParts,
  folded: Folded,
  signal: RunOptions["signal"],
): ReturnType<typeof createWake> => {
  const { ledger, workspace } = engine;
  const { place } = groundOf(engine, folded);
  const subfolders = folded.protocol.dropIns.map((dropIn) => dropIn.folder);
  return createWake(
    [
      (hint) => ledger.watch(hint),
      (hint) => room.watch(hint),
      (hint) => workspace.spool.watch(hint),
      (hint) =>
        place === null
          ? () => undefined
          : workspace.watch(place, subfolders, hint, folded.protocol.owns?.(folded.state)),
    ],
    signal,
    later,
  );
};

/** A success stays one only if everything checkable is proved. */
const withProofs = async (
  engine: DriveParts["engine"],
  folded: Folded,
  result: RunResult,
): Promise<RunResult> => {
  if (result.status !== "ended" || result.good !== true) return result;
  const log = await readLog(engine, result.run, folded.version);
  const { good, unproved } = proofsOf(engine, folded, log);
  return unproved === null
    ? result
    : { ...result, good, summary: `${result.summary}; ${unproved}` };
};

const drivingOf = (parts: TreeParts, run: string, options: RunOptions): Driving => {
  const tell = options.progress ?? (() => undefined);
  let met = false;
  return {
    ...parts,
    scan: (one, waits = met) => parts.scan(one, waits),
    meetsAgent: () => void (met = true),
    leaseMs: options.leaseMs ?? usualLeaseMs,
    run,
    nested: nestedIn(parts, options, tell),
    tell,
    here: options.here === true,
    step: parts.step ?? (() => undefined),
  };
};

const driven = async (
  parts: TreeParts,
  run: string,
  options: RunOptions,
): Promise<RunResult | Refusal> => {
  const driving = drivingOf(parts, run, options);
  const events = createEvents(driving);
  const arrived = createArrivals(parts.engine, run, (text) => warn(driving.tell, text));
  const pass = createPass(driving, arrived, options, createFollower(driving));
  const folded = await parts.folds.newest(run);
  if (folded === null) return unknownRun(run);
  // A folder can be watched once it is there.
  await driving.scan(run);
  const wake = wakeOf(parts, folded, options.signal);
  /** Handles signals and hosts between two passes, however busy. */
  const pause = createWake([], options.signal, parts.later);
  const standstill = createStandstill(run);
  const cut = (): void =>
    void parts.engine.workspace.places().then(
      (places) => places.cut(),
      () => undefined,
    );
  options.signal?.addEventListener("abort", cut, { once: true });
  try {
    let waits = true;
    let based = false;
    for (;;) {
      await driving.scan(run);
      const seen = await look(driving);
      if (seen === null) return unknownRun(run);
      await events(seen.folded);
      if (options.signal?.aborted === true) {
        const summary =
          "interrupted: jobs under way go on by themselves, `cairn run` goes on with the run";
        return { run, status: "interrupted", good: null, summary, waiting: [] };
      }
      if (!based) {
        based = true;
        if (await prepared(driving, seen, options)) continue;
        // It was paused before it had a base, and goes on now.
      } else if (await begun(driving, seen.folded, seen.life, options)) continue;
      // Nothing begins on commits that haven't arrived yet.
      if (waits) waits = (await arrived(seen.folded)) !== null;
      const { next, outside, refused, nested: children } = await pass(seen, !waits);
      if (next.is === "again") await pause.wait(standstill(seen.folded.version, next.did));
      else if (next.is === "rest") {
        const last = await look(driving);
        // Handles events sent meanwhile before reporting that nothing is running.
        if (last?.folded.version === seen.folded.version)
          return await withProofs(
            parts.engine,
            seen.folded,
            restOf(run, { seen, outside, refused, nested: children }),
          );
        await pause.wait(0);
      } else if (next.is === "wait") {
        await parts.disk();
        await wake.wait(Math.min(next.ms ?? pollMs, pollMs));
      }
    }
  } finally {
    wake.stop();
    pause.stop();
    options.signal?.removeEventListener("abort", cut);
  }
};
