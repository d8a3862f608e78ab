// Why: one value holds how a run stands, now or then, so that status, its watch, the live view and the page agree.
import { doerName } from "../core/doer.ts";
import type { DecisionOption } from "../core/job.ts";
import type { Protocol } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { Card, Time } from "../core/row.ts";
import type { Sum } from "../core/usage.ts";
import { runState } from "../core/state-words.ts";
import type { View, ViewNode } from "../core/view.ts";
import type { ShownWork } from "../work/shown.ts";
import { siteOf } from "../work/site.ts";
import { causeOf } from "./runner/driving.ts";
import { standingsOf } from "./standing.ts";
import type { HeldOn, ResumeReport, Standing, System } from "./system.ts";

export type ShownJob = {
  readonly key: string;
  readonly role: string;
  readonly kind: string;
  readonly subject: string;
  readonly is: Standing["is"];
  readonly ready: boolean;
  readonly why: string | null;
  /** Where nothing else keeps it: when it may begin, by a runner that is there then; null: not that alone. */
  readonly later: Time | null;
  /** Who does it, as claimed. */
  readonly by: string | null;
  /** Of jobs that a host runs, ours or another machine's. */
  readonly since: Time | null;
  /** Of the lease under which it is done. */
  readonly fence: number | null;
  /** Only where that is another machine's. */
  readonly on?: HeldOn;
};
export type ShownDecision = {
  /** The run that asks: this one, or one that it started. */
  readonly run: string;
  readonly key: string;
  readonly question: string;
  readonly options: readonly DecisionOption[];
};
/** `brief`: context of the decision. */
export type AskedDecision = ShownDecision & { readonly brief: string };
type Sums = Readonly<Record<string, Sum>>;
export type ShownUsage = Sum & { readonly agents: Sums; readonly subjects: Sums; readonly attempts: Sums };
export type Picture = Omit<View, "nodes"> & {
  /** Of a run that ended in success by its rules, where something is unproved: what, in words. */
  readonly unproved?: string;
  /** Only where its jobs work in places. */
  readonly work?: ShownWork;
  /** Only where it was asked for. */
  readonly resume?: ResumeReport;
  /** As agents' programs told, where one did; by agent, by what it was about, and by the key of the job. */
  readonly usage?: ShownUsage;
  readonly run: string;
  readonly protocol: string;
  readonly life: Card["life"];
  readonly version: number;
  /** false, too, where something that can be checked is unproved at its end. */
  readonly good: boolean | null;
  readonly folder: string;
  readonly startedAt: Time | null;
  readonly at: Time;
  readonly nodes: readonly ViewNode[];
  readonly jobs: readonly ShownJob[];
  readonly decisions: readonly ShownDecision[];
};

const shownJob = ({ job, lease, is, why, on }: Standing, since: Time | null): ShownJob => ({
  key: job.key,
  role: job.role,
  kind: job.kind,
  subject: job.subject,
  is,
  ready: is === "ready",
  why,
  later: is === "waiting" && job.why === null ? (job.notBefore ?? null) : null,
  by: lease === null ? null : doerName(lease.holder),
  since,
  fence: lease?.fence ?? null,
  ...(on === undefined ? {} : { on }),
});

const shownDecision = (run: string, { job }: Standing): ShownDecision => ({
  run,
  key: job.key,
  question: job.decision?.question ?? job.subject,
  options: job.decision?.options ?? [],
});

/** When the hosted jobs of a run began, by their fence: as our spool says, or what another machine recorded of them. */
const beginnings = async (system: System, run: string, standings: readonly Standing[]): Promise<ReadonlyMap<number, Time>> => {
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

/** What a run waits for, and the runs that it started, and theirs. */
export const decisionsOf = async (system: System, run: string): Promise<readonly ShownDecision[] | Refusal> => {
  const standings = await system.standings(run);
  if (isRefusal(standings)) return standings;
  const own = standings.filter(({ is }) => is === "decision").map((standing) => shownDecision(run, standing));
  const children = standings.some(({ job }) => job.child !== undefined) ? await system.runs({ parent: run, life: ["live", "paused"] }) : [];
  const below: ShownDecision[] = [];
  for (const child of children) {
    const asked = await decisionsOf(system, child.run);
    if (!isRefusal(asked)) below.push(...asked);
  }
  return [...own, ...below];
};

/** One that waits for an answer now; JOB_UNKNOWN: it doesn't. */
export const decisionOf = async (system: System, run: string, key: string): Promise<AskedDecision | Refusal> => {
  const standings = await system.standings(run);
  if (isRefusal(standings)) return standings;
  const standing = standings.find(({ is, job }) => is === "decision" && job.key === key);
  if (standing === undefined)
    return refuse("JOB_UNKNOWN", `no decision ${key.slice(0, 64)} waits now`, { fits: "it was answered, or isn't asked any more" });
  const brief = await system.brief(run, standing.job, null);
  return isRefusal(brief) ? brief : { ...shownDecision(run, standing), brief };
};

const usageOf = async (system: System, run: string): Promise<ShownUsage | null> => {
  const used = await system.used(run);
  if (used.length === 0) return null;
  const { sums } = await import("../core/usage.ts");
  const all = sums(used, () => "")[""];
  if (all === undefined) return null;
  const by = (key: "agent" | "subject" | "job"): Sums => sums(used, (one) => one[key]);
  return { ...all, agents: by("agent"), subjects: by("subject"), attempts: by("job") };
};

const workIn = async (protocol: Protocol, state: unknown): Promise<{ readonly work?: ShownWork }> => {
  const site = siteOf(state);
  if (site === null) return {};
  const { shownWork } = await import("../work/shown.ts");
  return { work: shownWork(site, (unit) => protocol.lands?.(state, unit) === true) };
};

export const pictureOf = async (system: System, run: string): Promise<Picture | Refusal> => {
  const loaded = await system.load(run);
  if (isRefusal(loaded)) return loaded;
  const { card } = loaded;
  const [view, standings, decisions] = [await system.view(run), await system.standings(run), await decisionsOf(system, run)];
  if (isRefusal(view)) return view;
  if (isRefusal(standings)) return standings;
  if (isRefusal(decisions)) return decisions;
  const [first] = await system.rows(run, 0, 1);
  const began = await beginnings(system, run, standings);
  const usage = await usageOf(system, run);
  // What a run's rules take for under way is under way only while one of its jobs is.
  const rests =
    runState(
      card,
      standings.map(({ is }) => is),
    ) === "ready";
  const proved = card.good === true ? (await import("./proven.ts")).proofsOf(system, loaded, await system.log(run, loaded.version)) : null;
  return {
    ...view,
    nodes: rests ? view.nodes.map((node) => (node.status === "running" ? { ...node, status: "ready" } : node)) : view.nodes,
    ...(await workIn(loaded.protocol, loaded.state)),
    ...(usage === null ? {} : { usage }),
    run,
    protocol: card.protocol,
    life: card.life,
    version: card.version,
    good: proved?.good ?? card.good,
    ...(proved === null || proved.unproved === null ? {} : { unproved: proved.unproved }),
    folder: system.folder(card),
    startedAt: first?.at ?? null,
    at: card.at,
    jobs: standings
      .filter(({ job }) => job.kind !== "decision")
      .map((standing) => shownJob(standing, standing.lease === null ? null : (began.get(standing.lease.fence) ?? null))),
    decisions,
  };
};

type Then = Pick<Picture, "run" | "protocol" | "folder" | "startedAt"> & { readonly at: Time; readonly version: number };

/** How it stood once, by its rules alone: who held what then, and what agents took, is in no ledger. */
export const pastPicture = async (protocol: Protocol, state: unknown, then: Then): Promise<Picture> => {
  const standings = standingsOf(protocol.jobs(state), [], then.at).map((one) =>
    one.is === "doubt" ? { ...one, is: "running" as const, why: null } : one,
  );
  return {
    ...protocol.view(state),
    ...(await workIn(protocol, state)),
    ...then,
    life: protocol.life(state),
    good: protocol.ended(state)?.good ?? null,
    jobs: standings.filter(({ job }) => job.kind !== "decision").map((standing) => shownJob(standing, null)),
    decisions: standings.filter(({ is }) => is === "decision").map((standing) => shownDecision(then.run, standing)),
  };
};
