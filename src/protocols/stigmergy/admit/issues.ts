// Edits of the issue log: each step of an issue is a command, and what stands in the log stays.
import { partOf, textOf } from "../../../kit/document/part.ts";
import { type Past, shownAt } from "../past.ts";
import type { Issue, IssueStatus, State, Subject } from "../state.ts";
import { isSubject, isUnsettled, subjectSaid, workOf } from "../subjects.ts";
import { timeIn } from "../times.ts";
import type { Copy } from "./copy.ts";
import { entriesOf, entryOf } from "./entry-of.ts";
import type { Fresh } from "./entry.ts";
import { storyIn } from "./story-by-id.ts";
import type { IssueDoc, StateDoc } from "./typed.ts";

/** Resolves references by time: as recorded, as claimed, or as an entry of this edit has it. */
export type Times = {
  /** The time as the ledger's history has it; null if no entry has it. */
  written(ref: string): string | null;
  /** The new entry with this time. */
  fresh(ref: string): Fresh | null;
};

export const timesOf = (past: readonly Past[], fresh: readonly Fresh[]): Times => {
  let known: Map<string, string> | null = null;
  const all = (): Map<string, string> => {
    if (known !== null) return known;
    known = new Map();
    for (const one of past) {
      const at = shownAt(one);
      if (one.is === "own" && one.entry.claimed !== undefined && !known.has(one.entry.claimed))
        known.set(one.entry.claimed, one.entry.at);
      if (at !== null) known.set(at, at);
    }
    return known;
  };
  return {
    written: (ref) => all().get(ref) ?? all().get(timeIn(ref) ?? "") ?? null,
    fresh: (ref) =>
      fresh.find(({ given }) => (given.claimed ?? "") !== "" && given.claimed === timeIn(ref)) ??
      null,
  };
};

/** The issue's text in other programs' keys. */
const said = ({ part }: IssueDoc, ...keys: readonly string[]): string | null =>
  keys.map((key) => textOf(partOf(part, key)?.node)?.trim() ?? "").find((text) => text !== "") ??
  null;

const subjectOf = (state: State, issue: IssueDoc): Subject => {
  const named = said(issue, "story_id", "task_id_ref");
  if (named !== null && storyIn(state, named) !== null) return `story:${named}`;
  if (named !== null && isSubject(named) && !named.includes(":")) return named;
  return subjectSaid(issue.summary.value, (id) => storyIn(state, id) !== null) ?? "project";
};

/** Times as the decider takes them; null with a finding if one matches no entry. A referenced entry of this edit is recorded first, unless it belongs to the command itself. */
const refsOf = (
  copy: Copy,
  refs: IssueDoc["refs"],
  times: Times,
  own: Fresh | null,
): readonly string[] | null => {
  const found = refs.map(({ value, part }) => {
    const fresh = times.fresh(value);
    if (fresh !== null && fresh !== own && copy.left().includes(fresh))
      copy.ask(fresh.part, fresh, { type: "RecordAction", data: fresh.given });
    const at = times.written(value) ?? fresh?.given.claimed ?? null;
    if (at === null)
      copy.reject(
        part,
        "REFERENCE_DANGLING",
        `no entry of the history has the time ${value.slice(0, 80)}`,
        "the timestamp of an entry",
      );
    return at;
  });
  const there = found.flatMap((at) => at ?? []);
  return there.length === found.length ? there : null;
};

const added = (copy: Copy, issue: IssueDoc, times: Times): void => {
  const { id, status, summary } = issue;
  const there = copy.state().issues.find((one) => one.id === id);
  if (there !== undefined && isSummary(there, summary.value)) return;
  if (status.value !== "OPEN") {
    copy.reject(
      status.part,
      "ISSUE_PREMATURE",
      `issue ${id} is new, and says ${status.value}`,
      "OPEN",
    );
    return;
  }
  const subject = subjectOf(copy.state(), issue);
  const story = workOf(subject);
  const one = entryOf(copy, [id, ...(story === null ? [] : [story])], ["ESCALATION_REQUIRED"]);
  const refs = refsOf(copy, issue.refs, times, one);
  if (refs === null) return;
  if (story !== null && !copy.mayTouch(issue.part, { is: "story", id: story }, one)) return;
  const data = { subject, summary: summary.value, refs, id };
  copy.ask(issue.part, one, { type: "Escalate", data: data });
};

/** The engine adds the subject as a prefix. */
const isSummary = (issue: Issue, text: string): boolean =>
  issue.summary === text || issue.summary.endsWith(`: ${text}`);

const step = (copy: Copy, issue: IssueDoc, from: IssueStatus): void => {
  const { id, status } = issue;
  const { value: to, part: at } = status;
  if (!isUnsettled({ status: from }))
    return copy.reject(at, "ISSUE_SETTLED", `issue ${id} is ${from}`, "open another one");
  if (to === "OPEN")
    return copy.reject(
      at,
      "STATUS_UNREACHABLE",
      `issue ${id} is ${from}`,
      "RESOLVED or FAILED_TO_RESOLVE comes next",
    );
  const both = from === "OPEN" && to !== "IN_PROGRESS";
  const [first, last] = both
    ? entriesOf(copy, [id], `${id} is taken up.`)
    : [entryOf(copy, [id]), entryOf(copy, [id])];
  if (!copy.mayTouch(at, { is: "issue", id }, last)) return;
  if (from === "OPEN" && !copy.ask(at, first, { type: "TakeIssue", data: { issue: id } })) return;
  const words =
    said(issue, "solution", "resolution_strategy", "details") ?? last?.given.summary ?? null;
  if (to === "RESOLVED")
    copy.ask(at, last, { type: "ResolveIssue", data: { issue: id, solution: words ?? "" } });
  if (to === "FAILED_TO_RESOLVE")
    copy.ask(at, last, {
      type: "GiveUpIssue",
      data: { issue: id, reason: words ?? "given up by hand" },
    });
};

const linked = (copy: Copy, issue: IssueDoc, were: readonly Issue[], times: Times): void => {
  const base = were.at(-1);
  if (base === undefined) return;
  const here = new Set(issue.refs.map(({ value }) => times.written(value) ?? value));
  const lost =
    were.find(({ refs }) => refs.every((ref) => here.has(ref))) === undefined
      ? base.refs.find((ref) => !here.has(ref))
      : undefined;
  if (lost !== undefined) {
    const at = partOf(issue.part, "history_ref") ?? issue.part;
    copy.reject(
      at,
      "REFERENCE_REMOVED",
      `issue ${issue.id} named the entry of ${lost}`,
      "references are only added",
    );
    return;
  }
  const before = new Set(base.refs);
  const more = issue.refs.filter(({ value }) => !before.has(times.written(value) ?? value));
  if (more.length === 0) return;
  const one = entryOf(copy, [issue.id]);
  const refs = refsOf(copy, more, times, one);
  if (refs === null) return;
  copy.ask(more[0]?.part ?? issue.part, one, {
    type: "LinkIssue",
    data: { issue: issue.id, refs },
  });
};

/** Its time is that of the entry that opened it, or the time that the entry's author wrote. */
const isTime = (issue: Issue, at: string | null, times: Times): boolean =>
  at === issue.at || (at !== null && (times.written(at) === issue.at || timeIn(at) === issue.at));

/** @param bases what the file showed to its author, newest last */
export const issuesAsked = (
  copy: Copy,
  bases: readonly State[],
  doc: StateDoc,
  times: Times,
): void => {
  const last = bases.at(-1);
  for (const { id } of last?.issues ?? [])
    if (!doc.issues.some((one) => one.id === id))
      copy.reject(
        doc.issueLog,
        "ISSUE_REMOVED",
        `issue ${id} isn't there any more`,
        "put it back: an issue is settled, never taken out",
      );
  for (const issue of doc.issues) {
    const were = bases.flatMap((base) => base.issues.find(({ id }) => id === issue.id) ?? []);
    const base = were.at(-1);
    if (base === undefined) {
      added(copy, issue, times);
      continue;
    }
    if (!isSummary(base, issue.summary.value))
      copy.reject(
        issue.summary.part,
        "ISSUE_REWRITTEN",
        `what issue ${issue.id} is about can't be changed`,
        "open another one",
      );
    if (!isTime(base, issue.at, times))
      copy.reject(
        partOf(issue.part, "timestamp") ?? issue.part,
        "ISSUE_REWRITTEN",
        `issue ${issue.id} was opened at ${base.at}`,
        "leave it as it stands",
      );
    linked(copy, issue, were, times);
    const now = copy.state().issues.find(({ id }) => id === issue.id)?.status;
    if (!were.some(({ status }) => status === issue.status.value) && now !== issue.status.value)
      step(copy, issue, base.status);
  }
};
