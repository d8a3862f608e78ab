// Commands of checks and failed tries: what the engine ran, strikes, and how they escalate.
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { changed, checkRun, contents, moment, subject } from "../shapes.ts";
import { proofAsks } from "./world.ts";
import { command } from "./declare.ts";
import { anybody } from "../../../core/sender.ts";
import { firstOf } from "../../../core/words/how-many.ts";
import { isFlipped } from "../../../kit/check/hollow.ts";
import { refuse } from "../../../core/refusal.ts";
import { entry, type Entry, signer } from "../entries.ts";
import { failureLines, voidsLimit } from "../limits.ts";
import { quinn } from "../roster.ts";
import type { CheckResult, State, Strike, Subject } from "../state.ts";
import { awaiting, checkDoubts, checksPassed, phaseOf } from "../window.ts";
import { completion } from "../decider/completion.ts";
import { chain, type Events, type Follow, oversized } from "../decider/step.ts";
import { jobs } from "../jobs.ts";
import { type About, aboutOf, subjectOf } from "../jobs/about.ts";
import { storyIn } from "../manifest.ts";
import type { StigmergyEvents } from "../events.ts";
import { isSubject, storyOf, subjectWord, tallyOf, unsettledIssue } from "../subjects.ts";
import { isDue, mark } from "../decider/marks.ts";
import { firstLine, halting, nextIssue, opening } from "../decider/opening.ts";

const checkFields = {
  n: t.means("index of the pinned check", t.count),
  runs: t.means("how many had been run when it was asked for", t.count),
  run: checkRun,
  before: moment,
  after: moment,
  contents,
  changed,
};
type Recorded = t.DataOf<typeof checkFields>;

const shown = 10;
/** The changed files, as far as they are known. */
const moving = (changed: readonly string[] = []): string =>
  `the tree changed while it ran${changed.length === 0 ? "" : `: ${firstOf(changed, shown)}`}`;

const resultOf = (
  { run, before, after, contents, changed }: Recorded,
  at: string,
  last: CheckResult | undefined,
): CheckResult => {
  const then = contents?.["then"] ?? before.tree;
  const tree = contents?.["now"] ?? after.tree;
  const moved = tree === null || then !== tree;
  const why = moved
    ? moving(changed)
    : run.exit === 0
      ? null
      : (run.why ?? `exit ${run.exit ?? "unknown"}`);
  const passed = run.exit === 0 && !moved;
  return {
    exit: run.exit,
    passed,
    void: moved,
    why,
    tree,
    at,
    output: run.output,
    excerpt: run.excerpt,
    ...(passed && run.hollow === true ? { hollow: true } : {}),
    ...(isFlipped(passed, tree, last && { ...last, failed: !last.passed && !last.void })
      ? { flipped: true }
      : {}),
  };
};

const all: Follow = (state, stamp) => {
  const count = state.checks?.length ?? 0;
  const passed =
    count === 1 ? "The pinned check passed." : `All ${count} checks passed on one tree.`;
  const summary = [passed, ...checkDoubts(state).map((doubt) => `${doubt}.`)].join(" ");
  return [
    event.checksPassed({
      tree: state.proof.tree,
      count,
      entry: entry(state, stamp, quinn, "STORY_QA_PASSED", summary),
    }),
  ];
};

/** A failed check counts against every story that awaits verification. */
const struck =
  (name: string, result: CheckResult): Follow =>
  (state, stamp) => {
    const ids = awaiting(state).map(({ id }) => id);
    // With several stories, the cause is unknown; each strike says so.
    const shared =
      ids.length < 2
        ? ""
        : `, run on the tree that ${ids.slice(0, -1).join(", ")} and ${ids.at(-1) ?? ""} share: it counts for each`;
    const why = `check "${name}": ${result.why ?? "failed"}${shared}${result.excerpt === "" ? "" : `\n${result.excerpt}`}`;
    const marked: Parameters<typeof strike>[3] = (now, at, summary) =>
      entry(now, at, quinn, "FAILURE_DETECTED", summary);
    return chain(
      state,
      stamp,
      ids.map((id) => strike(`story:${id}`, "check", why, marked)),
    );
  };

export const recordCheck = command("RecordCheck", {
  means: "Records what the engine ran and saw.",
  data: checkFields,
  who: ["engine"],
  // Asks which files changed during a check that should change nothing.
  ask: (_state, { before, after }) => ({
    ...proofAsks(before, after),
    ...(before.tree === null || before.tree === after.tree ? {} : { changed: before.tree }),
  }),
  fill: (_data, { contents = {}, changed }) => ({
    contents,
    changed: changed.map(({ path }) => path),
  }),
  filled: ["contents", "changed"],
  decide: (state, data, stamp) => {
    const { n } = data;
    const check = state.checks?.[n];
    if (check === undefined)
      return refuse("CHECK_UNKNOWN", `no check ${n} is pinned`, {
        fits: `0 to ${(state.checks?.length ?? 0) - 1}`,
      });
    // Outdated: other checks have run since it was requested, or all are to run again.
    if (data.runs !== state.proof.runs) return [];
    const result = resultOf(data, stamp.at, state.proof.results[n]);
    const before = data.contents?.["then"] ?? data.before.tree;
    const counts = phaseOf(state) === "check";
    const tooOften = result.void && state.proof.voids + 1 >= voidsLimit;
    const fails = result.void ? tooOften : !result.passed;
    const follows = (now: State): readonly Follow[] => {
      const news = !checksPassed(state) || state.proof.tree !== now.proof.tree;
      if (result.passed && checksPassed(now) && news) return [all, completion];
      return counts && fails ? [struck(check.name, result)] : [];
    };
    return chain(state, stamp, [
      () => [event.checkRecorded({ n, result, before })],
      (now, at) => chain(now, at, follows(now)),
    ]);
  },
});

export const rerunChecks = command("RerunChecks", {
  means: "Runs all checks again.",
  data: {},
  who: anybody,
  decide: (state, _data, stamp) =>
    state.checks === null || state.checks.length === 0
      ? refuse("CHECKS_MISSING", "no checks are pinned", { fits: "the blueprint's gate pins them" })
      : [event.checksReset({ by: signer(stamp, null) })],
});

const lastLines = (text: string): string => text.split("\n").slice(-failureLines).join("\n");

/** A responder has already failed to repair unreadable reports; another would fail, too. */
const isUnreadable = (state: State, subject: Subject): boolean => {
  const { strikes, issues, slip } = tallyOf(state, subject);
  return issues > 0 && slip?.struck === true && strikes.every(({ kind }) => kind === "garbage");
};

/** What follows when a strike exceeds the limit. */
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
    // Only one halt at a time: other failures wait for a responder until a person resumes.
    if ((issues < state.settings.issues_per_subject && !unread) || state.halted !== null)
      return opened(state, stamp);
    const reason = unread
      ? `whoever is asked gives no report that can be read, also after an issue about it, last: ${why}`
      : `${subjectWord(subject)} has had ${issues} issues already`;
    return chain(state, stamp, [opened, ...halting(nextIssue(state), subject, reason)]);
  };

/** Records one strike with its entry, and what follows from it. */
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
  data: { subject, kind: t.oneOf(["work", "review", "garbage", "timeout"]), reason: t.text },
  who: ["agent", "engine"],
  judged: true,
  decide: (state, { subject, kind, reason }, stamp) => {
    if (!isSubject(subject) || !isDue(state, stamp, subject))
      return refuse("JOB_UNKNOWN", `no job about ${subject} is due`, {
        fits: "`cairn status --next` shows what is due",
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

/** The subject whose next attempt is told about this one. */
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
      ? refuse("JOB_UNKNOWN", `job ${job} is not due`, {
          fits: "`cairn status --next` shows what is due",
        })
      : [event.attemptCounted({ job, reason: reason.slice(0, 1_000), ...nextOf(aboutOf(due)) })];
  },
});
