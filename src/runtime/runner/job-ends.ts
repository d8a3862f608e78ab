// Reports of how hosted jobs ended: progress for people, faults for the operator, a limit for ends that no rule counts.
import { faultHelp, faultWords, turnedWords } from "../../core/reports/agent-fault.ts";
import type { Outcome } from "../../core/job.ts";
import { lastLine, lastWords } from "../../core/reports/last-words.ts";
import type { Digest, Life } from "../../core/row.ts";
import { usageText } from "../../core/words/usage.ts";
import type { SpoolEntry, Workspace } from "../../workspace/workspace.ts";
import { nullOnFault } from "../on-fault.ts";
import { Fault } from "../../core/refusal.ts";
import { aboutOf, unready } from "../../landing/about.ts";
import type { Driving } from "./driving.ts";
import { createEmpties } from "./empties.ts";
import { endsLimit } from "./refusals.ts";
import type { Settled } from "./settle.ts";
import type { Engine } from "../engine.ts";

type Ended = Extract<Outcome, { is: "ended" }>;

/** Empty if unreadable, which must not fail the caller. */
const printed = async (workspace: Pick<Workspace, "kept">, output: Digest): Promise<string> => {
  const bytes = await nullOnFault(() => workspace.kept(output));
  return bytes === null ? "" : lastLine(new TextDecoder().decode(bytes));
};

/** Outputs of agent programs are event streams, so they come last. */
const wordsOf = async (workspace: Pick<Workspace, "kept">, outcome: Ended): Promise<string> => {
  const said = lastWords(outcome);
  return said !== "" || outcome.output === null ? said : printed(workspace, outcome.output);
};

/** How a hosted job ended, in one line; with an agent's last words if nothing better is known, and its usage. */
export const endingOf = async (
  workspace: Pick<Workspace, "kept">,
  outcome: Outcome,
): Promise<string> => {
  if (outcome.is !== "ended") return "";
  const { reason, exit, found, fault, usage } = outcome;
  const how = reason === "exit" ? (exit === null ? "exit unknown" : `exit ${exit}`) : reason;
  const kept = fault === null ? null : faultWords[fault.kind];
  const words =
    exit === 0 && found === "one" && fault === null ? "" : await wordsOf(workspace, outcome);
  const took = usage === undefined ? "" : usageText(usage);
  return [
    how,
    ...(kept === null ? [] : [`, ${kept}`]),
    ...(words === "" ? [] : [`, its last words: ${words}`]),
    ...(took === "" ? [] : [` (as it tells: ${took})`]),
  ].join("");
};

/** Advice for the run's driver about an agent whose program failed; null: none. */
const adviceOn = (agent: string, outcome: Outcome): string | null => {
  const fault = outcome.is === "ended" ? outcome.fault : null;
  const [words, help] =
    fault === null ? [null, null] : [faultWords[fault.kind], faultHelp[fault.kind]];
  return words === null || help === null
    ? null
    : `agent ${agent}: ${words}: ${help} (\`cairn setup agents\` shows how it is started)`;
};

type TurnedAway = {
  /** Notes how an attempt ended; returns a sentence about its agent's wait, if any. */
  ended(entry: SpoolEntry, outcome: Outcome): Promise<string | null>;
  /** Milliseconds until the agent may begin; 0: now. */
  left(agent: string): Promise<number>;
  /** Why only a person can let it begin; null: it may. */
  held(agent: string): string | null;
};

const createTurnedAway = ({ workspace, now }: Pick<Engine, "workspace" | "now">): TurnedAway => {
  /** Forgotten with this runner: the next one tries whether the login is mended. */
  const logins = new Map<string, string>();
  return {
    async ended({ job: { agent } }, outcome) {
      if (agent === null) return null;
      // The protocol counts it or asks; the warning about it says what helps.
      if (outcome.is === "ended" && outcome.found !== "one" && outcome.fault?.kind === "auth")
        logins.set(
          agent.name,
          `agent ${agent.name}: ${faultWords.auth}: ${faultHelp.auth}; then \`cairn run\` goes on`,
        );
      if (outcome.is !== "unstarted" || outcome.turned?.retryAt === undefined) return null;
      const [words, until] = [turnedWords(outcome.turned), outcome.turned.retryAt];
      await workspace.park(agent.name, now(), { until, why: words });
      return `agent ${agent.name}: ${words}: it begins again then, which costs no try`;
    },
    async left(agent) {
      const until = (await workspace.parked(now()))[agent]?.until;
      return until === undefined ? 0 : Math.max(0, Date.parse(until) - Date.parse(now()));
    },
    held: (agent) => logins.get(agent) ?? null,
  };
};

export const unstartable = ({ exit, job: { job, agent } }: SpoolEntry, why: string): Fault => {
  if (exit === null)
    return new Fault(
      "HOST_UNSTARTABLE",
      `${job.key}: ${why}`,
      "run `cairn run` again; if it stays so, look what the job's folder in the spool says",
    );
  if (/\b(?:ENOSPC|EDQUOT)\b/u.test(why))
    return new Fault(
      "DISK_FULL",
      `${job.key} could not begin, since a disk is full: ${why}`,
      "make room there, or name another folder for what is temporary by TMPDIR; then `cairn run` goes on",
    );
  return agent === null
    ? new Fault(
        "CHECK_UNSTARTABLE",
        `${job.key} could not be run: ${why}`,
        "mend what it names, then `cairn run` goes on",
      )
    : new Fault(
        "AGENT_UNSTARTABLE",
        `agent ${agent.name} for ${job.key}: ${why}`,
        "look at its argv in cairn.config.json, then `cairn run` goes on",
      );
};

/** Stops restarting a check whose host always dies: fault HOST_LOST. */
const createLossCount = (): ((entry: SpoolEntry) => void) => {
  const losses = new Map<string, number>();
  return ({ job: { job } }) => {
    const { key, limits } = job;
    const now = (losses.get(key) ?? 0) + 1;
    losses.set(key, now);
    if (now >= Math.max(endsLimit, limits.tries))
      throw new Fault(
        "HOST_LOST",
        `the host of ${key} ended ${now} times without a result`,
        "see whether memory or disk ran out, then `cairn run` goes on",
      );
  };
};

/** A check's start is no event: this runner must not immediately retry one that failed to start. */
const ownVoid = ({ exit, host, job: { runner } }: SpoolEntry, pid: number): string | null =>
  host?.is === "void" && exit === null && runner.pid === pid ? host.why : null;

/** Its program began, and only had to stop. */
const isGivenBack = (
  { exit }: SpoolEntry,
  { turned, forgotten }: Extract<Outcome, { is: "unstarted" }>,
): boolean => exit?.reason === "interrupted" || turned !== undefined || forgotten === true;

/** Tells each text once. */
const onceOf = (tell: (text: string) => void): ((text: string) => void) => {
  const known = new Set<string>();
  return (text) => {
    if (!known.has(text)) tell(text);
    known.add(text);
  };
};

/** Its trouble ends in a question about the base or its unit, not in the end of the run. */
const asksItself = ({ job: { job } }: SpoolEntry, why: string): boolean => {
  const work = aboutOf(job)?.work;
  return work === "base" || (work === "mend" && why.startsWith(unready));
};

/** @param isOurs whether this runner started it */
export const createJobEnds = (
  { engine, tell }: Driving,
  isOurs: (entry: SpoolEntry) => boolean,
) => {
  const countLoss = createLossCount();
  const advised = onceOf((text) => tell({ is: "warning", text }));
  const rewritten = onceOf((text) => tell({ is: "note", text }));
  const turned = createTurnedAway(engine);
  const empties = createEmpties(() => Date.parse(engine.now()));

  /** Once: repeated attempts have the same problem. */
  const advise = (entry: SpoolEntry, outcome: Outcome): void => {
    const advice = entry.job.agent === null ? null : adviceOn(entry.job.agent.name, outcome);
    if (advice !== null) advised(advice);
  };

  const told = (
    entry: SpoolEntry,
    what: "adopted" | "finished" | "lost" | "stopped",
    note: string,
  ): void => tell({ is: "job", key: entry.job.job.key, what, note });

  const tellEnd = async (
    entry: SpoolEntry,
    outcome: Outcome,
    { is, stale }: Settled,
  ): Promise<void> => {
    if (outcome.is === "ended" && outcome.reason === "lost")
      told(entry, "lost", stale === undefined ? "its host died" : `its host died; ${stale}`);
    else if (is === "settled" && stale !== undefined) told(entry, "stopped", stale);
    else if (is === "settled") {
      const ending = await endingOf(engine.workspace, outcome);
      told(entry, isOurs(entry) ? "finished" : "adopted", ending);
      advise(entry, outcome);
    }
  };

  return {
    restOf: async (agent: string): Promise<number> =>
      Math.max(empties.left(agent), await turned.left(agent)),
    heldBack: turned.held,
    /** Returns faults to raise after the other jobs. Throws HOST_LOST at once. */
    async report(entry: SpoolEntry, settled: Settled, life: Life): Promise<readonly Fault[]> {
      const { is, outcome, counted } = settled;
      if (is === "gone") return [];
      const why = ownVoid(entry, engine.workspace.processes.self.pid);
      const faults = why === null ? [] : [unstartable(entry, why)];
      if (outcome === null) return faults;
      const away = await turned.ended(entry, outcome);
      if (away !== null) tell({ is: "warning", text: away });
      if (outcome.is === "unstarted") {
        // Starts that failed for earlier runners are retried: the cause may be fixed.
        // The base, or the unit's work, has the trouble: a person is asked about that.
        const asks = is === "settled" && counted && asksItself(entry, outcome.why);
        if (isGivenBack(entry, outcome)) told(entry, "stopped", outcome.why);
        else if (entry.exit !== null && isOurs(entry) && !asks)
          faults.push(unstartable(entry, outcome.why));
        return faults;
      }
      for (const text of entry.exit?.wrote ?? []) rewritten(text);
      const empty = empties.ended(entry, outcome);
      if (empty !== null) tell({ is: "note", text: empty });
      await tellEnd(entry, outcome, settled);
      if (is === "settled" && !counted && entry.job.agent === null && life === "live")
        countLoss(entry);
      return faults;
    },
  };
};
