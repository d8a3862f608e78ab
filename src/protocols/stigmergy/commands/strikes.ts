// Why: what fails twice is nobody's to try a third time alone: strikes are counted by subject, and escalate by rule in both modes (specification, section 4, "escalation").
import { subject } from "../shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { refuse } from "../../../core/refusal.ts";
import type { Entry } from "../entries.ts";
import { jobs } from "../jobs.ts";
import { type About, aboutOf, subjectOf } from "../jobs/about.ts";
import { failureLines } from "../limits.ts";
import { storyIn } from "../manifest.ts";
import type { StigmergyEvents } from "../events.ts";
import type { State, Strike } from "../state.ts";
import {
  isSubject,
  storyOf,
  type Subject,
  subjectWord,
  tallyOf,
  unsettledIssue,
} from "../subjects.ts";
import { isDue, mark } from "../decider/marks.ts";
import { firstLine, halting, nextIssue, opening } from "../decider/opening.ts";
import { chain, type Events, type Follow, oversized } from "../decider/step.ts";

const lastLines = (text: string): string => text.split("\n").slice(-failureLines).join("\n");

/** A responder mended nothing about reports that nobody can read: another one would not either. */
const isUnreadable = (state: State, subject: Subject): boolean => {
  const { strikes, issues, slip } = tallyOf(state, subject);
  return issues > 0 && slip?.struck === true && strikes.every(({ kind }) => kind === "garbage");
};

/** What follows a strike where it was one too many. */
const escalation =
  (subject: Subject): Follow =>
  (state, stamp) => {
    const { strikes, issues } = tallyOf(state, subject);
    if (strikes.length < state.settings.strikes || unsettledIssue(state, subject) !== null)
      return [];
    const why = firstLine(strikes.at(-1)?.reason ?? "");
    const refs = strikes.map((strike) => strike.at);
    const opened = opening(subject, `failed ${strikes.length} times, last: ${why}`, refs);
    const unread = isUnreadable(state, subject);
    // One halt at a time: what fails beside it waits for a responder once a person has gone on.
    if ((issues < state.settings.issues_per_subject && !unread) || state.halted !== null)
      return opened(state, stamp);
    const reason = unread
      ? `whoever is asked gives no report that can be read, also after an issue about it, last: ${why}`
      : `${subjectWord(subject)} has had ${issues} issues already`;
    return chain(state, stamp, [opened, ...halting(nextIssue(state), subject, reason)]);
  };

/** One strike, by its entry, and what follows. */
export const strike =
  (
    subject: Subject,
    kind: Strike["kind"],
    reason: string,
    marked: (state: State, stamp: Parameters<Follow>[1], summary: string) => Entry,
  ): Follow =>
  (state, stamp): Events => {
    const { tries } = tallyOf(state, subject);
    const summary = `${subjectWord(subject)}, try ${tries} failed${kind === "garbage" ? "" : ` (${kind})`}: ${firstLine(reason)}`;
    return chain(state, stamp, [
      (now, at) => [
        event.strikeCounted({
          subject,
          kind,
          reason: lastLines(reason),
          entry: marked(now, at, summary),
        }),
      ],
      escalation(subject),
    ]);
  };

export const reportFailure = command("ReportFailure", {
  means: "Says that a try failed.",
  data: {
    subject,
    kind: t.oneOf(["work", "review", "garbage", "timeout"]),
    reason: t.text,
  },
  who: ["agent", "engine"],
  judged: true,
  decide: (state, { subject, kind, reason }, stamp) => {
    if (!isSubject(subject) || !isDue(state, stamp, subject))
      return refuse("JOB_UNKNOWN", `no job about ${subject} is due`, {
        fits: "`cairn next` shows what is due",
      });
    const story = storyOf(subject);
    if (story !== null && storyIn(state, story) === null)
      return refuse("STORY_UNKNOWN", `there is no story ${story}`);
    const long = oversized("the reason", reason.length, "/reason", 256 * 1024);
    if (long !== null) return long;
    const marked = (now: State, at: typeof stamp, summary: string): Entry =>
      mark(now, at, { signal: "FAILURE_DETECTED", summary });
    return strike(subject, kind, reason, marked)(state, stamp);
  },
});

/** Whose next attempt is told what this one came to. */
const nextOf = (
  about: About,
): Pick<StigmergyEvents["AttemptCounted"]["data"], "subject" | "issue"> => {
  if (about.is === "issue") return { issue: about.issue };
  const subject = about.is === "audit" ? null : subjectOf(about);
  return subject === null ? {} : { subject };
};

export const countAttempt = command("CountAttempt", {
  means: "Records a job that came to nothing that could be judged.",
  data: { job: t.text, reason: t.text },
  who: ["agent", "engine"],
  judged: true,
  decide: (state, { job, reason }, stamp) => {
    const due =
      (stamp.by.job ?? job) === job ? jobs(state).find(({ key }) => key === job) : undefined;
    return due === undefined
      ? refuse("JOB_UNKNOWN", `job ${job} is not due`, { fits: "`cairn next` shows what is due" })
      : [event.attemptCounted({ job, reason: reason.slice(0, 1_000), ...nextOf(aboutOf(due)) })];
  },
});
