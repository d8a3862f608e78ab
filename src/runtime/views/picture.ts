// Picture of a run, now or then: the common data of status, live view and page.
import { doerName } from "../../core/agents/doer.ts";
import type { Protocol } from "../../core/protocol.ts";
import { isOver } from "../../core/over.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Life, Time } from "../../core/row.ts";
import type { Used } from "../../core/agents/usage.ts";
import { isProved, runState, unitStateIn } from "../../core/words/states.ts";
import type { View, ViewNode } from "../../core/view.ts";
import { isWork } from "../../core/words/work-nodes.ts";
import { siteOf } from "../../landing/site.ts";
import type { Due } from "../jobs/due.ts";
import type { Engine } from "../engine.ts";
import type { Records } from "../system/records.ts";
import { causeOf } from "../runner/driving.ts";
import { standingsOf } from "../jobs/standing.ts";
import type {
  Picture,
  ShownDecision,
  ShownJob,
  ShownNode,
  ShownUsage,
  ShownWork,
} from "../picture/shape.ts";
import type { Standing } from "../results.ts";

/** Sources of a picture. */
export type Pictured = Pick<Engine, "workspace" | "config"> &
  Records &
  Pick<Due, "standings"> & {
    view(run: string): Promise<View | Refusal>;
    used(run: string): Promise<readonly Used[]>;
    endedAt(run: string): Promise<Pick<Picture, "endedAt"> | Refusal>;
  };
const shownJob = (
  { job, lease, is, why, on }: Standing,
  nodes: View["nodes"],
  since: Time | null,
): ShownJob => ({
  key: job.key,
  role: job.role,
  kind: job.kind,
  subject: job.subject,
  label:
    nodes.find(({ id }) => id === job.subject)?.label ??
    (job.kind === "check" ? "checks of the repository" : job.role),
  is,
  ready: is === "ready",
  why,
  later: is === "waiting" && job.why === null ? (job.notBefore ?? null) : null,
  by: lease === null ? null : doerName(lease.holder),
  since,
  fence: lease?.fence ?? null,
  ...(job.outside === true ? {} : { limitMs: job.limits.ms }),
  ...(on === undefined ? {} : { on }),
});

export const shownDecision = (run: string, { job }: Standing): ShownDecision => ({
  run,
  key: job.key,
  subject: job.subject,
  question: job.decision?.question ?? job.subject,
  ...(job.decision?.output === undefined ? {} : { output: job.decision.output }),
  options: job.decision?.options ?? [],
});

const shownDecisions = (run: string, standings: readonly Standing[]): readonly ShownDecision[] =>
  standings.filter(({ is }) => is === "decision").map((standing) => shownDecision(run, standing));

/** Start times of a run's hosted jobs, by fence: from our spool, or recorded by another machine. */
const beginnings = async (
  system: Pictured,
  run: string,
  standings: readonly Standing[],
): Promise<ReadonlyMap<number, Time>> => {
  if (standings.every(({ lease }) => lease === null)) return new Map();
  const { entries } = await system.workspace.spool.list(run);
  const began = new Map(entries.map(({ fence, job }) => [fence, job.at]));
  for (const { lease, on } of standings) {
    if (lease === null || on === undefined || began.has(lease.fence)) continue;
    const [first] = await system.rows(run, 0, 1, causeOf(lease, "granted"));
    if (first !== undefined) began.set(lease.fence, first.at);
  }
  return began;
};

/** Open decisions of a run and all its descendants. */
export const decisionsOf = async (
  system: Pictured,
  run: string,
): Promise<readonly ShownDecision[] | Refusal> => {
  const standings = await system.standings(run);
  if (isRefusal(standings)) return standings;
  const own = shownDecisions(run, standings);
  const children = standings.some(({ job }) => job.child !== undefined)
    ? await system.runs({ parent: run, life: ["live", "paused"] })
    : [];
  const below: ShownDecision[] = [];
  for (const child of children) {
    const asked = await decisionsOf(system, child.run);
    if (!isRefusal(asked)) below.push(...asked);
  }
  return [...own, ...below];
};

const usageOf = async (system: Pictured, run: string): Promise<ShownUsage | null> => {
  const used = await system.used(run);
  if (used.length === 0) return null;
  const { sums } = await import("../../core/agents/usage.ts");
  const all = sums(used, () => "")[""];
  if (all === undefined) return null;
  const by = (key: "agent" | "subject" | "job") => sums(used, (one) => one[key]);
  return { ...all, agents: by("agent"), subjects: by("subject"), attempts: by("job") };
};

/** What a person let go or left out is waited for only if it lands. */
const workIn = async (
  protocol: Protocol,
  state: unknown,
  { nodes }: Pick<View, "nodes">,
): Promise<{ readonly work?: ShownWork }> => {
  const site = siteOf(state);
  if (site === null) return {};
  const { shownWork } = await import("../../landing/shown.ts");
  const lands = (unit: string): boolean => protocol.lands(state, unit);
  const work = shownWork(site, lands);
  const gone = new Set(
    nodes.flatMap(({ id, waived, skipped }) => (waived === true || skipped === true ? [id] : [])),
  );
  const waiting = work.waiting.filter(({ unit }) => !gone.has(unit) || lands(unit));
  return { work: { ...work, waiting } };
};

/** How a node in progress by the rules stands, which counts as such only while a job of the run is at work. */
const restingIn = (life: Life, is: readonly string[]): ViewNode["status"] => {
  if (is.includes("running")) return "running";
  if (is.includes("decision") || life === "paused") return "waiting";
  return is.includes("ready") || is.includes("doubt") ? "ready" : "running";
};

const piecesOf = (nodes: readonly ShownNode[]): Picture["pieces"] => {
  const pieces = nodes.filter(isWork);
  const count = (is: (node: ShownNode) => boolean): number => pieces.filter(is).length;
  return {
    done: count(({ status }) => status === "done"),
    proved: count(({ state }) => state === "proved"),
    of: pieces.length,
    failed: count(({ status }) => status === "failed"),
  };
};

type Began = ReadonlyMap<number, Time>;
/** Its jobs and units in words for people. @param resting what a unit at work by the rules counts as */
const shownIn = (
  run: string,
  { nodes: all }: Pick<View, "nodes">,
  standings: readonly Standing[],
  decisions: readonly ShownDecision[],
  { began, resting }: { readonly began: Began; readonly resting: ViewNode["status"] },
): Pick<Picture, "jobs" | "decisions" | "nodes" | "pieces"> => {
  const jobs = standings
    .filter(({ job }) => job.kind !== "decision")
    .map((one) => shownJob(one, all, began.get(one.lease?.fence ?? 0) ?? null));
  const stateOf = unitStateIn({ run, jobs, decisions });
  const nodes = all.map((given) => {
    const node = given.status === "running" ? { ...given, status: resting } : given;
    return { ...node, state: stateOf(node) };
  });
  return { jobs, decisions, nodes, pieces: piecesOf(nodes) };
};

export const pictureOf = async (system: Pictured, run: string): Promise<Picture | Refusal> => {
  const loaded = await system.load(run);
  if (isRefusal(loaded)) return loaded;
  const { card } = loaded;
  const [view, standings, decisions] = [
    await system.view(run),
    await system.standings(run),
    await decisionsOf(system, run),
  ];
  if (isRefusal(view)) return view;
  if (isRefusal(standings)) return standings;
  if (isRefusal(decisions)) return decisions;
  const [first] = await system.rows(run, 0, 1);
  const began = await beginnings(system, run, standings);
  const usage = await usageOf(system, run);
  const is = [...standings.map((one) => one.is), ...decisions.map(() => "decision")];
  const resting = restingIn(card.life, is);
  const log = card.good === true ? await system.log(run, loaded.version) : null;
  const proved = log && (await import("./proven.ts")).proofsOf(system, loaded, log);
  const { work } = await workIn(loaded.protocol, loaded.state, view);
  const isLater = card.life === "archived" || (work && (work.dropped || work.merged !== null));
  return {
    ...view,
    state: runState(
      { ...card, proved: isProved({ ...view, unproved: proved?.unproved ?? undefined }) },
      is,
    ),
    ...shownIn(run, view, standings, decisions, { began, resting }),
    ...(work === undefined ? {} : { work }),
    ...(usage === null ? {} : { usage }),
    run,
    protocol: card.protocol,
    origin: card.origin,
    life: card.life,
    version: card.version,
    good: proved?.good ?? card.good,
    ...(proved === null || proved.unproved === null ? {} : { unproved: proved.unproved }),
    ...(proved === null || proved.bent.length === 0 ? {} : { bent: proved.bent }),
    folder: system.folder(card),
    startedAt: first?.at ?? null,
    at: card.at,
    // The last event ended it, unless it was merged or put away since.
    ...(isOver(card.life) && isLater ? await system.endedAt(run) : {}),
  };
};

type Then = Pick<Picture, "run" | "protocol" | "origin" | "folder" | "startedAt" | "endedAt"> & {
  readonly at: Time;
  readonly version: number;
};

/** An earlier state by its rules alone: the ledger doesn't store earlier holders and usage. */
export const pastPicture = async (
  protocol: Protocol,
  state: unknown,
  then: Then,
): Promise<Picture> => {
  const standings = standingsOf(protocol.jobs(state), [], then.at).map((one) =>
    one.is === "doubt" ? { ...one, is: "running" as const, why: null } : one,
  );
  const view = protocol.view(state);
  const decisions = shownDecisions(then.run, standings);
  const [life, good] = [protocol.life(state), protocol.ended(state)?.good ?? null];
  return {
    ...view,
    state: runState(
      { life, good, proved: isProved(view) },
      standings.map(({ is }) => is),
    ),
    ...(await workIn(protocol, state, view)),
    ...then,
    ...shownIn(then.run, view, standings, decisions, { began: new Map(), resting: "running" }),
    life,
    good,
  };
};
