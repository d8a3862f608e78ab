// Why: finished work is adopted and never redone, live work is re-attached, and what nobody can know of is said to be lost.
import type { Outcome } from "../../core/job.ts";
import { Fault } from "../../core/refusal.ts";
import type { SpoolEntry } from "../../workspace/workspace.ts";
import { type Driving, sweepMs } from "./driving.ts";
import { aboutOf } from "../../work/about.ts";
import { unready } from "../../work/unready.ts";
import { createEmpties } from "./empties.ts";
import { adviceOn, endingOf } from "./ending.ts";
import { isAway } from "../carry/remote.ts";
import { granterOf } from "./granter.ts";
import { type Hosting, hostingOf, type Look } from "./look.ts";
import { settle } from "./settle.ts";

export type Adopted = {
  /** What was done, a phrase each: the state is another now, or what is left in the spool. */
  readonly changed: readonly string[];
  /** Hosted and under way, or about to be. */
  readonly live: readonly SpoolEntry[];
};
export type Adopter = {
  adopt(seen: Look): Promise<Adopted>;
  /** A folder that this runner started. */
  started(folder: string): void;
  /** Refused for good: it stays in the spool and counts for nothing. */
  isLeft(entry: SpoolEntry): boolean;
  /** Why what a job comes to is refused again and again at this version of the run, so that it isn't begun once more; null: it isn't. */
  refusedAt(key: string, version: number): string | null;
  /** For how many ms an agent is to be left alone, since it ended at once with nothing. */
  restOf(agent: string): number;
};

type Found = { readonly live: SpoolEntry[]; readonly faults: Fault[]; readonly changed: string[] };

/** Ends without a result that a job's host may have, where its protocol makes nothing of them. */
const lossLimit = 3;

const isWanted = ({ protocol, state }: Look["folded"], { job: { job } }: SpoolEntry): boolean =>
  protocol.jobs(state).some(({ key }) => key === job.key);

const pidOf = ({ host }: SpoolEntry): string =>
  host?.is === "host" ? String(host.process.pid) : "unknown";

export const createAdopter = (driving: Driving): Adopter => {
  const { engine, tell, step } = driving;
  const { processes, spool } = engine.workspace;
  const firstSeen = new Map<string, number>();
  const ours = new Set<string>();
  /** By folder: whether the job was wanted before and after what it came to was refused. */
  const left = new Map<string, boolean>();
  const refusals = new Map<
    string,
    { readonly version: number; readonly times: number; readonly why: string }
  >();
  const failures = new Map<string, number>();
  const advised = new Set<string>();
  const empties = createEmpties(() => Date.parse(engine.now()));

  const told = (
    entry: SpoolEntry,
    what: "adopted" | "reattached" | "finished" | "lost" | "stopped",
    note: string,
  ): void => tell({ is: "job", key: entry.job.job.key, what, note });

  /** Once: whatever is tried again comes to the same trouble. */
  const advise = (entry: SpoolEntry, outcome: Outcome): void => {
    const advice = entry.job.agent === null ? null : adviceOn(entry.job.agent.name, outcome);
    if (advice === null || advised.has(advice)) return;
    advised.add(advice);
    tell({ is: "warning", text: advice });
  };

  /** Of another machine only its lease can be known. */
  const elsewhere = (entry: SpoolEntry, seen: Look): Hosting | null => {
    if (entry.exit !== null || granterOf(entry.job.lease).machine === engine.machine) return null;
    return seen.leases.some((lease) => lease.fence === entry.fence && lease.until > seen.now)
      ? "live"
      : "lost";
  };

  const judge = (entry: SpoolEntry, seen: Look): Hosting => {
    const now = Date.parse(engine.now());
    const known = firstSeen.get(entry.folder);
    if (known === undefined) firstSeen.set(entry.folder, now);
    const is = elsewhere(entry, seen) ?? hostingOf(driving, entry, known ?? now, now);
    if (known === undefined && is === "live" && !ours.has(entry.folder))
      told(entry, "reattached", `its host is process ${pidOf(entry)}`);
    return is;
  };

  /** A void entry is decided by who makes its host.json first; null: the host came up after all, or it is gone. */
  const voided = async (entry: SpoolEntry): Promise<SpoolEntry | null> => {
    if (entry.host === null)
      await spool.host(entry.folder, { is: "void", why: "its host never came up" });
    const now = await spool.read(entry.folder);
    return now?.host?.is === "void" ? now : null;
  };
  /** A lost host may have ended in the right way just after it was looked for. */
  const lostOr = async (entry: SpoolEntry): Promise<SpoolEntry | null> => {
    const now = await spool.read(entry.folder);
    if (now !== null && now.exit === null) await processes.sweep(now.job.mark, sweepMs);
    return now;
  };

  const fault = (entry: SpoolEntry, why: string): Fault => {
    const { key } = entry.job.job;
    if (entry.exit === null) {
      return new Fault(
        "HOST_UNSTARTABLE",
        `${key}: ${why}`,
        "run `cairn run` again; if it stays so, `cairn host` with the job's spool folder shows what stops it",
      );
    }
    if (entry.job.agent === null)
      return new Fault(
        "CHECK_UNSTARTABLE",
        `${key} could not be run: ${why}`,
        "mend what it names, then `cairn run` goes on",
      );
    return new Fault(
      "AGENT_UNSTARTABLE",
      `agent ${entry.job.agent.name} for ${key}: ${why}`,
      why.startsWith(unready)
        ? `mend what it lacks, then \`cairn run\` goes on; where \`setup\` in cairn.config.json is wrong itself, correct it for another run: this one tried it on its base, and keeps it (\`cairn cancel ${entry.job.run}\`)`
        : "look at its argv in cairn.config.json, then `cairn run` goes on",
    );
  };

  /** An end that no rule counts is counted here, so that a check whose host always dies isn't started for ever. */
  const count = (entry: SpoolEntry): void => {
    const { key, limits } = entry.job.job;
    const now = (failures.get(key) ?? 0) + 1;
    failures.set(key, now);
    if (now >= Math.max(lossLimit, limits.tries)) {
      throw new Fault(
        "HOST_LOST",
        `the host of ${key} ended ${now} times without a result`,
        "see whether memory or disk ran out, then `cairn run` goes on",
      );
    }
  };

  /** What the job came to, once this runner alone deals with it. */
  const takeIn = async (
    seen: Look,
    listed: SpoolEntry,
    is: "finished" | "void" | "lost",
    found: Found,
  ): Promise<void> => {
    const entry = await (is === "void"
      ? voided(listed)
      : is === "lost"
        ? lostOr(listed)
        : spool.read(listed.folder));
    await step(`found ${is}`);
    found.changed.push(`${listed.job.job.key} was taken in, its host being ${is}`);
    if (entry === null) return;
    const settled = await settle(driving, entry);
    if (settled.is === "left") {
      // A halt may have begun or ended between that look, the refusal and now.
      const now = await driving.folds.newest(driving.run);
      left.set(entry.folder, isWanted(seen.folded, entry) && now !== null && isWanted(now, entry));
      const { key } = entry.job.job;
      const { version } = seen.folded;
      const before = refusals.get(key);
      // What earlier runners left says nothing of what a new try comes to.
      if (ours.has(entry.folder))
        refusals.set(key, {
          version,
          times: before?.version === version ? before.times + 1 : 1,
          why: settled.refused ?? "refused",
        });
    }
    const { outcome } = settled;
    // A check's beginning is no event, so that none of its own would tell: what this runner couldn't start it must not begin again at once.
    const ownVoid =
      entry.host?.is === "void" &&
      entry.exit === null &&
      entry.job.runner.pid === processes.self.pid;
    if (ownVoid && settled.is !== "gone") found.faults.push(fault(entry, entry.host.why));
    if (settled.is === "gone" || outcome === null) return;
    if (outcome.is === "unstarted") {
      if (entry.exit?.reason === "interrupted") {
        told(entry, "stopped", outcome.why);
        return;
      }
      // What earlier runners couldn't start is begun anew: what they named may be mended by now.
      const asks =
        settled.is === "settled" && settled.counted && aboutOf(entry.job.job)?.work === "base";
      if (entry.exit !== null && ours.has(entry.folder) && !asks)
        found.faults.push(fault(entry, outcome.why));
      return;
    }
    const empty = empties.ended(entry, outcome);
    if (empty !== null) tell({ is: "note", text: empty });
    if (outcome.is === "ended" && outcome.reason === "lost")
      told(
        entry,
        "lost",
        settled.stale === undefined ? "its host died" : `its host died; ${settled.stale}`,
      );
    else if (settled.is === "settled" && settled.stale !== undefined)
      told(entry, "stopped", settled.stale);
    else if (settled.is === "settled") {
      told(
        entry,
        ours.has(entry.folder) ? "finished" : "adopted",
        await endingOf(engine.workspace, outcome),
      );
      advise(entry, outcome);
    }
    if (
      settled.is === "settled" &&
      !settled.counted &&
      entry.job.agent === null &&
      seen.life === "live"
    )
      count(entry);
  };

  return {
    started: (folder) => void ours.add(folder),
    isLeft: (entry) => left.has(entry.folder),
    restOf: empties.left,
    refusedAt(key, version) {
      const found = refusals.get(key);
      return found?.version === version && found.times >= lossLimit ? found.why : null;
    },
    async adopt(seen) {
      const found: Found = { live: [], faults: [], changed: [] };
      for (const listed of seen.entries) {
        // What a halt refused is heard once that is over.
        if (
          left.has(listed.folder) &&
          (left.get(listed.folder) === true || !isWanted(seen.folded, listed))
        )
          continue;
        // Whoever holds it hands it in: until then its job isn't begun once more.
        left.delete(listed.folder);
        const is = judge(listed, seen);
        // Another runner at the same end would read a place that this one gives away.
        if (is === "live" || is === "coming" || !(await spool.hold(listed.folder, processes))) {
          found.live.push(listed);
          continue;
        }
        try {
          await takeIn(seen, listed, is, found);
        } catch (error) {
          // The others may have nothing to send on.
          if (!isAway(error)) throw error;
          found.faults.push(error);
        } finally {
          await spool.letGo(listed.folder);
        }
      }
      const { changed, faults, live } = found;
      // One that is waited for hides none that has to be mended.
      const first = faults.find((one) => !isAway(one)) ?? faults[0];
      if (first !== undefined) throw first;
      return { changed, live };
    },
  };
};
