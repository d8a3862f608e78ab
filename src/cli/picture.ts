// Why: one value holds what status, its watch and the live view show, so that text, JSON and redrawing agree.
import { isRecord } from "../core/record.ts";
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { Card, Time } from "../core/row.ts";
import type { View, ViewNode } from "../core/view.ts";
import type { ResumeReport, Standing, System } from "../runtime/system.ts";
import { type Sum, sums } from "../core/usage.ts";
import { fieldsOf } from "./fields.ts";
import { sender } from "./words.ts";

export type ShownJob = {
  readonly key: string;
  readonly role: string;
  readonly kind: string;
  readonly subject: string;
  readonly is: Standing["is"];
  readonly ready: boolean;
  readonly why: string | null;
  /** Who does it, as claimed. */
  readonly by: string | null;
  /** Of jobs that a host of ours runs. */
  readonly since: Time | null;
};
export type ShownDecision = {
  readonly key: string;
  readonly question: string;
  /** Shows all that there is to know before deciding. */
  readonly look: string;
  /** `command`: what to type for it; a note stands as `--note "…"` where there must be one. */
  readonly options: readonly {
    readonly id: string;
    readonly means: string;
    readonly note: "none" | "may" | "must";
    readonly command: string;
  }[];
};
export type ShownUsage = Sum & { readonly agents: Readonly<Record<string, Sum>>; readonly subjects: Readonly<Record<string, Sum>> };
export type Picture = Omit<View, "nodes"> & {
  /** Only where it was asked for. */
  readonly resume?: ResumeReport;
  /** As agents' programs told, where one did; by agent and by what it was about. */
  readonly usage?: ShownUsage;
  readonly run: string;
  readonly protocol: string;
  readonly life: Card["life"];
  readonly version: number;
  readonly good: boolean | null;
  readonly folder: string;
  readonly startedAt: Time | null;
  readonly at: Time;
  readonly nodes: readonly ViewNode[];
  readonly jobs: readonly ShownJob[];
  readonly decisions: readonly ShownDecision[];
};

export const shownJob = ({ job, lease, is, why }: Standing, since: Time | null): ShownJob => ({
  key: job.key,
  role: job.role,
  kind: job.kind,
  subject: job.subject,
  is,
  ready: is === "ready",
  why,
  by: lease === null ? null : sender({ kind: "agent", name: lease.holder.name, agent: lease.holder.agent }).replace(/^agent:/, ""),
  since,
});

/** A flag for each field that an option can't do without. */
const wanted = (fields: unknown): readonly string[] => {
  const required: readonly unknown[] = isRecord(fields) && Array.isArray(fields["required"]) ? fields["required"] : [];
  return isRecord(fields)
    ? fieldsOf(fields).flatMap(({ flag, path, word }) => (path.length === 1 && required.includes(path[0]) ? [`--${flag} ${word}`] : []))
    : [];
};

export const shownDecision = (run: string, { job }: Standing): ShownDecision => ({
  key: job.key,
  question: job.decision?.question ?? job.subject,
  look: `cairn decide ${run} ${job.key}`,
  options: (job.decision?.options ?? []).map(({ id, means, note, fields }) => ({
    id,
    means,
    note,
    command: ["cairn decide", run, job.key, id, ...(note === "must" ? ['--note "…"'] : []), ...wanted(fields)].join(" "),
  })),
});

/** When the hosted jobs of a run began, by their fence. */
const beginnings = async (system: System, run: string, standings: readonly Standing[]): Promise<ReadonlyMap<number, Time>> => {
  if (standings.every(({ lease }) => lease === null)) return new Map();
  const { entries } = await system.workspace.spool.list(run);
  return new Map(entries.map(({ fence, job }) => [fence, job.at]));
};

/** What the runs wait for that this one started, and theirs. */
export const decisionsBelow = async (system: System, run: string): Promise<readonly ShownDecision[]> => {
  const children = await system.runs({ parent: run, life: ["live", "paused"] });
  const found: ShownDecision[] = [];
  for (const { run: child } of children) {
    const standings = await system.standings(child);
    if (isRefusal(standings)) continue;
    found.push(...standings.filter(({ is }) => is === "decision").map((standing) => shownDecision(child, standing)));
    found.push(...(await decisionsBelow(system, child)));
  }
  return found;
};

const usageOf = async (system: System, run: string): Promise<ShownUsage | null> => {
  const used = await system.used(run);
  const all = sums(used, () => "")[""];
  return all === undefined ? null : { ...all, agents: sums(used, ({ agent }) => agent), subjects: sums(used, ({ subject }) => subject) };
};

export const pictureOf = async (system: System, card: Card): Promise<Picture | Refusal> => {
  const [view, standings, rows] = [await system.view(card.run), await system.standings(card.run), await system.rows(card.run, 0, 1)];
  if (isRefusal(view)) return view;
  if (isRefusal(standings)) return standings;
  const began = await beginnings(system, card.run, standings);
  const usage = await usageOf(system, card.run);
  const jobs = standings.filter(({ job }) => job.kind !== "decision");
  return {
    ...view,
    ...(usage === null ? {} : { usage }),
    run: card.run,
    protocol: card.protocol,
    life: card.life,
    version: card.version,
    good: card.good,
    folder: system.folder(card),
    startedAt: rows[0]?.at ?? null,
    at: card.at,
    jobs: jobs.map((standing) => shownJob(standing, standing.lease === null ? null : (began.get(standing.lease.fence) ?? null))),
    decisions: [
      ...standings.filter(({ is }) => is === "decision").map((standing) => shownDecision(card.run, standing)),
      ...(standings.some(({ job }) => job.child !== undefined) ? await decisionsBelow(system, card.run) : []),
    ],
  };
};
