// Why: a job that is a run of its own is started once by its origin, driven beside its parent, and its end handed in like any other outcome.
import type { Job } from "../../core/job.ts";
import { isOver } from "../../core/over.ts";
import { Fault, isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Ended } from "../../core/view.ts";
import { isAway } from "../carry/remote.ts";
import { assignedBy } from "../assigned.ts";
import { followDown, parentOf } from "../children.ts";
import { handOver } from "../handover.ts";
import { startRun } from "../start.ts";
import type { RunResult } from "../run-options.ts";
import { unhosted } from "../unseen.ts";
import { takeChild } from "../landing/take-out.ts";
import { type Driving, engineHolder } from "./driving.ts";
import type { Look } from "./look.ts";

export type Nested = {
  /** What was done for children, a phrase each. */
  readonly changed: readonly string[];
  /** A child is being driven. */
  readonly busy: boolean;
  /** What children wait for. */
  readonly waiting: RunResult["waiting"];
};
export type Tender = (seen: Look) => Promise<Nested>;

type Drive = { result: RunResult | Refusal | Fault | null; readonly version: number };

const unstartable = (refusal: Refusal): Ended => ({
  good: false,
  summary: `it could not be started: ${refusal.code}: ${refusal.text}`,
  output: null,
  artifacts: [],
});

export const createTender = (driving: Driving): Tender => {
  const { engine, folds, door, run, step, tell, nested } = driving;
  const drives = new Map<string, Drive>();
  let followed = "";

  const handIn = async (
    seen: Look,
    job: Job,
    child: string | null,
    ended: Ended | null,
  ): Promise<boolean> => {
    const outcome = { ...unhosted(engineHolder, { is: "child", run: child, ended }), hosted: true };
    const id = `${job.child?.origin ?? job.key}/${ended === null ? "begun" : "ended"}`;
    const sent = await handOver(
      door,
      { run, protocol: seen.folded.protocol, job, lease: null, outcome, id },
      false,
    );
    if (!isRefusal(sent)) return sent.events.length > 0;
    tell({ is: "job", key: job.key, what: "refused", note: `${sent.code}: ${sent.text}` });
    return false;
  };

  /** In the background; looked at again when the child changed since it came to rest. */
  const drive = (child: string, version: number): Drive => {
    const known = drives.get(child);
    if (known !== undefined && (known.result === null || known.version === version)) return known;
    const made: Drive = { result: null, version };
    drives.set(child, made);
    nested(child).then(
      (result) => void (made.result = result),
      (error: unknown) =>
        void (made.result =
          error instanceof Fault
            ? error
            : new Fault("CHILD_UNDRIVEN", String(error), "run the child by itself")),
    );
    return made;
  };

  const begin = async (
    seen: Look,
    job: Job,
    child: NonNullable<Job["child"]>,
  ): Promise<boolean> => {
    const protocol = await engine.protocol(child.protocol);
    const root = seen.folded.root;
    if (protocol === undefined) return false;
    const ask = {
      protocol,
      data: child.start.data,
      by: parentOf(run),
      origin: child.origin,
      root,
      dry: false,
      then: assignedBy(seen.folded.state),
    };
    const started = await startRun(engine, door, ask);
    await step("child started");
    if (!isRefusal(started))
      tell({ is: "job", key: job.key, what: "started", note: `run ${started.run}` });
    // Another runner was first: the next look finds it by its origin.
    if (!isRefusal(started) || started.code === "RUN_EXISTS") return true;
    return handIn(seen, job, null, unstartable(started));
  };

  /** Ended by a runner that died before it had put away what was left of the last job. */
  const isUnsettled = async (child: string): Promise<boolean> =>
    (await engine.workspace.spool.list(child)).entries.length > 0 ||
    (await engine.ledger.leases(child)).length > 0;

  /** Children that somebody ended who doesn't drive, with something of them left that nobody else would put away. */
  const unsettled = async (): Promise<readonly string[]> => {
    const left = [
      ...(await engine.workspace.spool.list()).entries,
      ...(await engine.ledger.leases()),
    ].map((one) => one.run);
    const found: string[] = [];
    for (const other of new Set(left)) {
      const card = other === run ? undefined : (await engine.ledger.runs({ run: other }))[0];
      if (card !== undefined && isOver(card.life) && card.origin?.startsWith(`${run}/`) === true)
        found.push(other);
    }
    return found;
  };

  const tend = async (
    seen: Look,
    job: Job,
    child: NonNullable<Job["child"]>,
  ): Promise<{ readonly changed: boolean; readonly drive: Drive | null }> => {
    const card = (await engine.ledger.runs({ origin: child.origin }))[0];
    if (card === undefined) {
      const may = seen.life === "live" && (job.begun || job.why === null);
      return { changed: may && (await begin(seen, job, child)), drive: null };
    }
    if (!job.begun)
      return {
        changed: job.why === null && (await handIn(seen, job, card.run, null)),
        drive: null,
      };
    const folded = await folds.newest(card.run);
    const ended = folded?.protocol.ended(folded.state) ?? null;
    const now = drives.get(card.run);
    const rests = now === undefined ? !(await isUnsettled(card.run)) : now.result !== null;
    if (ended !== null && rests) {
      // A runner that died may have left its files behind: what they hold becomes the node's output.
      await driving.scan(card.run);
      if (folded !== null) await takeChild(driving, seen.folded, job, { run: card.run, folded });
      return { changed: await handIn(seen, job, card.run, ended), drive: null };
    }
    return { changed: false, drive: drive(card.run, card.version) };
  };

  return async (seen) => {
    const jobs = seen.jobs.flatMap((job) =>
      job.child === undefined ? [] : [{ job, child: job.child }],
    );
    const now = `${seen.life} ${jobs.map(({ child }) => child.origin).join(" ")}`;
    if (seen.folded.protocol.nests === true && now !== followed) {
      for (const ended of await followDown({ engine, folds, door }, run)) drive(ended, -1);
      for (const ended of await unsettled()) drive(ended, -1);
      followed = now;
    }
    const changed: string[] = [];
    for (const { job, child } of jobs)
      if ((await tend(seen, job, child)).changed) changed.push(`the run of ${job.key} was tended`);
    const all = [...drives.entries()];
    for (const [child, { result }] of all) {
      if (!(result instanceof Fault)) continue;
      // What only waits for a remote is driven anew.
      if (isAway(result)) drives.delete(child);
      throw result;
    }
    const waiting = all.flatMap(([child, { result }]) =>
      result === null || result instanceof Fault || isRefusal(result) || result.status === "ended"
        ? []
        : result.waiting.map(({ key, what }) => ({ key: `${child} ${key}`, what })),
    );
    return { changed, busy: all.some(([, { result }]) => result === null), waiting };
  };
};
