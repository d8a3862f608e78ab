// Words for a node's activity, in the graph, the list and its panel.
import type { RunAnswer, ShownNode } from "../../../src/http/answers.ts";
import { pageWords } from "../act/page-words.ts";

type Job = RunAnswer["jobs"][number];

/** A node's running jobs, and those with an unknown end. */
export type AtWork = { readonly running: readonly Job[]; readonly doubts: readonly Job[] };
const idle: AtWork = { running: [], doubts: [] };

const sameJob = (one: Job | undefined, other: Job): boolean =>
  one !== undefined &&
  one.key === other.key &&
  one.by === other.by &&
  one.since === other.since &&
  one.fence === other.fence &&
  one.does === other.does &&
  one.on?.machine === other.on?.machine &&
  one.on?.silent === other.on?.silent &&
  one.why === other.why;
const sameJobs = (one: readonly Job[], other: readonly Job[]): boolean =>
  one.length === other.length && other.every((job, index) => sameJob(one[index], job));

/** By node; equal entries of `before` are reused, to avoid rerendering. */
export const atWork = (
  jobs: readonly Job[],
  before: ReadonlyMap<string, AtWork> | null = null,
): ReadonlyMap<string, AtWork> => {
  const found = new Map<string, AtWork>();
  for (const [subject, about] of Map.groupBy(jobs, (job) => job.subject)) {
    const now = {
      running: about.filter(({ is }) => is === "running"),
      doubts: about.filter(({ is }) => is === "doubt"),
    };
    if (now.running.length + now.doubts.length === 0) continue;
    const old = before?.get(subject);
    found.set(
      subject,
      old !== undefined && sameJobs(old.running, now.running) && sameJobs(old.doubts, now.doubts)
        ? old
        : now,
    );
  }
  return found;
};
export const workOf = (work: ReadonlyMap<string, AtWork>, id: string): AtWork =>
  work.get(id) ?? idle;

/** Who will do work that hasn't begun; null: unknown. */
export const assigneeOf = ({ by, role }: ShownNode): string | null =>
  by === undefined
    ? null
    : by === null
      ? `no agent for role ${role ?? ""} yet`.replace("  ", " ")
      : `by ${by}`;

/** `2 of 4 met`, by a check or a verdict; null if nothing is counted. */
export const progressText = ({ done, of }: ShownNode): string | null =>
  of === 0 ? null : `${done} of ${of} met`;

/** A remark besides status and workers: the reason for waiting, else the last attempt. */
export const remarkOf = (node: ShownNode): string | null =>
  (node.why === null ? null : pageWords(node.why)) ??
  node.note ??
  (node.status === "ready" ? (assigneeOf(node) ?? "ready to start") : null);
