// Commands of issues: each is opened once, then linked, and settled by a solution or a halt.
import { changed, editEntry, issue, subject } from "../shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { isRefusal, type Refusal, refuse } from "../../../core/refusal.ts";
import type { Time } from "../../../core/row.ts";
import type { GivenEntry } from "../entries.ts";
import { editLimit } from "../limits.ts";
import { storyIn } from "../manifest.ts";
import type { Issue, IssueId, State, Subject } from "../state.ts";
import {
  isSubject,
  isUnsettled,
  storyOf,
  subjectWord,
  tallyOf,
  unsettledIssue,
  workOf,
} from "../subjects.ts";
import { authorIn, filesOf, mark } from "../decider/marks.ts";
import { halting, issueSummary, nextIssue } from "../decider/opening.ts";
import { chain, type Follow, oversized, reasonOf, withIssue } from "../decider/step.ts";

/** References may name recent entries, strikes, and entries that issues already name. References of an edit were checked against the whole history. */
const dangling = (state: State, refs: readonly Time[], fromFile: boolean): Refusal | null => {
  if (fromFile) return null;
  const known = new Set([
    ...state.recent.flatMap(({ at, claimed }) => (claimed === null ? [at] : [at, claimed])),
    ...state.issues.flatMap((issue) => issue.refs),
    ...Object.values(state.tallies).flatMap(({ strikes }) => strikes.map(({ at }) => at)),
  ]);
  const lost = refs.find((ref) => !known.has(ref));
  return lost === undefined
    ? null
    : refuse("REFERENCE_DANGLING", `no entry of the history has the time ${lost.slice(0, 100)}`, {
        fits: "the timestamp of an entry: `cairn status --state --file state.json`",
      });
};

/** Converts claimed times to the times that the file shows. */
const written = (state: State, refs: readonly Time[]): readonly Time[] =>
  refs.map((ref) => state.recent.find(({ claimed }) => claimed === ref)?.at ?? ref);

/** A subject without work in progress can't be stuck, so the issue is about the project. */
const meant = (state: State, subject: Subject): Subject => {
  const id = workOf(subject);
  if (id === null) return subject;
  const status = storyIn(state, id)?.status;
  return status === undefined || status === "PENDING" || status === "COMPLETE"
    ? "project"
    : subject;
};

/** Adds references to an open issue of the same subject, recorded by `given` or by an entry of its own. */
const linking =
  (state: State, id: IssueId, refs: readonly Time[], said: string) =>
  (given?: GivenEntry): Follow =>
  (now, at) => {
    const before = state.issues.find((issue) => issue.id === id)?.refs ?? [];
    const entry = mark(now, at, { signal: "ISSUE_LINKED", summary: `${id}: ${said}`, given });
    return [event.issueLinked({ id, refs: refs.filter((ref) => !before.includes(ref)), entry })];
  };

export const escalate = command("Escalate", {
  label: "Open issue",
  means: "Opens an issue.",
  data: {
    subject,
    summary: t.text,
    refs: t.optional(t.means("times of entries of the history", t.texts)),
    id: t.optional(issue),
    entry: editEntry,
  },
  who: ["agent", "file", "person", "engine"],
  decide: (state, data, stamp) => {
    const { refs = [], id = nextIssue(state), entry: given } = data;
    if (!isSubject(data.subject))
      return refuse("SUBJECT_UNKNOWN", `nothing is called ${data.subject.slice(0, 100)}`, {
        fits: "story:1.2, prd, project …",
      });
    const told = storyOf(data.subject);
    if (told !== null && storyIn(state, told) === null)
      return refuse("STORY_UNKNOWN", `there is no story ${told}`);
    const long = oversized("the summary", data.summary.length, "/summary");
    if (long !== null) return long;
    const lost = dangling(state, refs, stamp.by.kind === "file");
    if (lost !== null) return lost;
    const subject = meant(state, data.subject);
    const open = subject === "project" ? null : unsettledIssue(state, subject);
    const known = written(state, refs);
    if (open !== null) {
      const link = linking(state, open, known, data.summary);
      if (given === undefined || given.summary.includes(data.summary))
        return link(given)(state, stamp);
      // Records the issue's text in an entry of its own, because the edit's entry is kept as written.
      const summary = `${open}: ${data.summary}`;
      const told: Follow = (now, at) => [
        event.actionRecorded({ entry: mark(now, at, { signal: "NOTE", summary, given }) }),
      ];
      return chain(state, stamp, [told, link()]);
    }
    if (!/^[\w.:-]{1,64}$/u.test(id))
      return refuse("FIELD_INVALID", `${JSON.stringify(id.slice(0, 80))} is no id of an issue`, {
        fits: "ISSUE-001",
      });
    if (state.issues.some((issue) => issue.id === id))
      return refuse("ISSUE_DUPLICATE", `there is an issue ${id} already`, {
        fits: nextIssue(state),
      });
    const summary = issueSummary(state, data.subject, data.summary);
    const strikes = tallyOf(state, subject).strikes.map(({ at }) => at);
    const entry = mark(state, stamp, {
      signal: "ESCALATION_REQUIRED",
      summary: `${id} is opened. ${summary}`,
      given,
    });
    // A reference to the entry that opens the issue is changed to the time under which that entry is recorded.
    const all = [...known, ...strikes].map((ref) => (ref === given?.claimed ? entry.at : ref));
    const opened: Follow = () => [
      event.issueOpened({ id, subject, summary, refs: [...new Set(all)], entry }),
    ];
    const { issues } = tallyOf(state, subject);
    // Repeated issues would call responders endlessly; issues of the project and of people have no limit.
    const tooMany =
      subject !== "project" &&
      stamp.by.kind !== "person" &&
      issues >= state.settings.issues_per_subject;
    const why = `${subjectWord(subject)} has had ${issues} issues already`;
    return chain(state, stamp, [opened, ...(tooMany ? halting(id, subject, why) : [])]);
  },
});

const settled = ({ id, status }: Issue): Refusal =>
  refuse("ISSUE_SETTLED", `issue ${id} is ${status}`, { fits: "open another one: Escalate" });

export const takeIssue = command("TakeIssue", {
  means: "Starts work on an issue.",
  data: { issue, entry: editEntry },
  who: ["agent", "file", "person"],
  decide: (state, { issue: id, entry: given }, stamp) =>
    withIssue(state, id, (issue) => {
      if (issue.status === "IN_PROGRESS") return [];
      if (!isUnsettled(issue)) return settled(issue);
      const entry = mark(state, stamp, {
        signal: "ISSUE_IN_PROGRESS",
        summary: `${id} is taken up. ${issue.summary}`,
        given,
      });
      return [event.issueTaken({ id, author: authorIn(state, stamp, given), entry })];
    }),
});

/** `refs`: references to add. */
export const linkIssue = command("LinkIssue", {
  means: "Adds entries of the history to an issue.",
  data: { issue, refs: t.texts, entry: editEntry },
  who: ["person", "file"],
  decide: (state, { issue: id, refs, entry: given }, stamp) =>
    withIssue(state, id, (issue) => {
      const lost = dangling(state, refs, stamp.by.kind === "file");
      if (lost !== null) return lost;
      const more = [...new Set(written(state, refs))]
        .filter((ref) => !issue.refs.includes(ref))
        .slice(0, editLimit);
      if (more.length === 0) return [];
      const summary = `${id}: ${more.length} more ${more.length === 1 ? "entry is" : "entries are"} about it`;
      return [
        event.issueLinked({
          id,
          refs: more,
          entry: mark(state, stamp, { signal: "ISSUE_LINKED", summary, given }),
        }),
      ];
    }),
});

const underWay = (issue: Issue): Refusal | null => {
  if (issue.status === "IN_PROGRESS") return null;
  return issue.status === "OPEN"
    ? refuse("STATUS_UNREACHABLE", `issue ${issue.id} is OPEN: nobody has taken it`, {
        fits: "IN_PROGRESS comes next",
      })
    : settled(issue);
};

export const resolveIssue = command("ResolveIssue", {
  means: "Says how an issue was solved.",
  data: {
    issue,
    solution: t.text,
    files_modified: t.optional(t.texts),
    entry: editEntry,
    changed,
  },
  who: ["agent", "file", "person"],
  filled: ["changed"],
  decide: (state, data, stamp) =>
    withIssue(state, data.issue, (issue) => {
      const not = underWay(issue);
      if (not !== null) return not;
      const solution = data.solution.trim();
      if (solution === "")
        return refuse("ISSUE_UNEXPLAINED", `what solves issue ${issue.id} isn't said`, {
          fits: "a solution, in a sentence or more",
        });
      const long = oversized("the solution", solution.length, "/solution");
      if (long !== null) return long;
      const files = filesOf(data) ?? [];
      const entry = mark(state, stamp, {
        signal: "ISSUE_RESOLVED",
        summary: `${issue.id} is resolved: ${solution}`,
        files,
        given: data.entry,
      });
      return [event.issueResolved({ id: issue.id, solution, entry })];
    }),
});

export const giveUpIssue = command("GiveUpIssue", {
  means: "Gives an issue up. Everything stops and a person is asked.",
  data: { issue, reason: t.text, entry: editEntry },
  who: ["agent", "file", "person", "engine"],
  decide: (state, data, stamp) =>
    withIssue(state, data.issue, (issue) => {
      const not = underWay(issue);
      if (not !== null) return not;
      const reason = data.reason.trim() === "" ? (data.entry?.summary ?? "") : data.reason;
      const said = reasonOf(reason, true);
      if (isRefusal(said)) return said;
      const summary = `${issue.id} is given up: ${reason}`;
      const first = mark(state, stamp, { signal: "ISSUE_UNRESOLVED", summary, given: data.entry });
      return chain(state, stamp, halting(issue.id, issue.subject, reason, first));
    }),
});
