// View of a stigmergy run as plain data for status, board and page.
import { evidenceOf } from "../../core/words/evidence.ts";
import { howMany } from "../../core/words/how-many.ts";
import { oneLine } from "../../core/words/quote.ts";
import { refusedLine } from "../../kit/edits/refused-edit.ts";
import { runStatus } from "../../core/rules/run-status.ts";
import type { View, ViewNode } from "../../core/view.ts";
import { ended } from "./ended.ts";
import { jobs } from "./jobs.ts";
import { aboutOf } from "./jobs/about.ts";
import { storiesOf } from "./manifest.ts";
import { sameAgent } from "./reviewers.ts";
import type { State, Story } from "./state.ts";
import { isUnsettled, storyOf, tallyOf, workOf } from "./subjects.ts";
import {
  bareLines,
  bypassLines,
  oddLines,
  overturnedWord,
  standing,
  strayLines,
} from "./summary.ts";
import { checkDoubts, checksPassed } from "./window.ts";

type Waits = ReadonlyMap<string, string>;

/** Stories that need a person, and why. */
const waiting = (state: State): Waits =>
  new Map([
    ...state.questions
      .filter(({ open }) => open)
      .flatMap(({ subject, id }) => {
        const story = storyOf(subject);
        return story === null ? [] : [[story, `question ${id} waits for a person`] as const];
      }),
    ...jobs(state).flatMap((job) => {
      const about = aboutOf(job);
      const subject = about.is === "gate" ? (workOf(about.gate) ?? about.gate) : job.subject;
      return job.kind === "decision" ? [[subject, "waits for your answer"] as const] : [];
    }),
  ]);

const statusFor = (story: Story, waits: Waits): ViewNode["status"] => {
  if (story.status === "COMPLETE") return "done";
  if (waits.has(story.id)) return "waiting";
  if (story.status === "FAILED") return "failed";
  return story.status === "PENDING" ? "open" : "running";
};

const settled = {
  verified: null,
  person: "by a person's word",
  forced: "forced",
  adopted: "adopted, not proved here",
} as const;

const noteOf = (state: State, story: Story): string | null => {
  const { tries, strikes } = tallyOf(state, `story:${story.id}`);
  const last = strikes.at(-1);
  const parts = [
    story.status === "AWAITING_VERIFICATION"
      ? checksPassed(state)
        ? "checks passed"
        : "worked on, not verified yet"
      : null,
    story.status === "COMPLETE" || tries === 1 ? null : `try ${tries}`,
    last === undefined
      ? null
      : `strike ${strikes.length} of ${state.settings.strikes}: ${last.kind}, ${oneLine(last.reason, 80)}`,
    story.settledBy === null ? null : settled[story.settledBy],
    story.review === null
      ? null
      : `judged by ${oneLine(story.review.by.role, 40)}${sameAgent(story) ? " (same agent, other session)" : ""}`,
    overturnedWord(story),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
};

/** A story without criteria counts as one criterion. */
const criteriaOf = ({ criteria }: Story): number => Math.max(1, criteria.length);
const metBy = (story: Story, by: "verified" | "person"): number =>
  story.status === "COMPLETE" && story.settledBy === by ? criteriaOf(story) : 0;
const sumOf = (stories: readonly Story[], of: (story: Story) => number): number =>
  stories.reduce((sum, story) => sum + of(story), 0);
const provedOf = (story: Story): number => metBy(story, "verified") + metBy(story, "person");

const triesOf = (
  state: State,
  { id, status }: Story,
): Pick<ViewNode, "returned" | "last" | "cause"> => {
  const { strikes } = tallyOf(state, `story:${id}`);
  const [last, { length }] = [strikes.at(-1), strikes];
  if (status === "COMPLETE" || last === undefined) return {};
  return {
    returned: length,
    cause: oneLine(last.reason, 120),
    ...(status !== "FAILED" && length === state.settings.strikes - 1 ? { last: true } : {}),
  };
};

const nodesOf = (state: State): readonly ViewNode[] => {
  const waits = waiting(state);
  const all = storiesOf(state);
  const groups = new Map(
    state.epics.flatMap(({ id, title, stories }) =>
      stories.map((story) => [story.id, `epic ${id}: ${oneLine(title, 80)}`] as const),
    ),
  );
  return all.map((story, index) => ({
    id: story.id,
    label: oneLine(story.title),
    kind: "story",
    ...(groups.has(story.id) ? { group: groups.get(story.id) ?? "" } : {}),
    status: statusFor(story, waits),
    after: index === 0 ? [] : [all[index - 1]?.id ?? ""],
    why: story.status === "COMPLETE" ? null : (waits.get(story.id) ?? failedWhy(state, story)),
    done: provedOf(story),
    of: criteriaOf(story),
    note: noteOf(state, story),
    ...triesOf(state, story),
  }));
};

const failedWhy = (state: State, { id, status }: Story): string | null => {
  if (status !== "FAILED") return null;
  const issue = state.issues.find((one) => isUnsettled(one) && one.subject === `story:${id}`);
  if (issue === undefined)
    return state.halted === null ? "failed" : "all is halted: a person goes on";
  return `${issue.id} is ${issue.status}`;
};

const some = (count: number, one: string, many = one): readonly string[] =>
  count === 0 ? [] : [howMany(count, one, many)];

/** Lists each epic if there are few. */
const epicFacts = ({ epics }: Pick<State, "epics">): readonly string[] => {
  const done = (stories: readonly Story[]): string =>
    `${stories.filter(({ status }) => status === "COMPLETE").length}/${stories.length}`;
  if (epics.length <= 3) return epics.map(({ id, stories }) => `epic ${id} ${done(stories)}`);
  return [`${epics.length} epics`, `stories ${done(epics.flatMap(({ stories }) => stories))}`];
};

const factsOf = (state: State): readonly string[] => {
  const { checks, proof, issues, proposedChecks } = state;
  const open = issues.filter(isUnsettled).length;
  const resolved = issues.filter(({ status }) => status === "RESOLVED").length;
  const unsolved = issues.length - open - resolved;
  const tree = proof.tree === null ? "" : ` on ${proof.tree.slice(0, 8)}`;
  return [
    state.autonomy,
    ...epicFacts(state),
    checks === null
      ? proposedChecks.length === 0
        ? "no checks yet"
        : some(proposedChecks.length, "check proposed", "checks proposed").join("")
      : checks.length === 0
        ? "no checks, by a person's word"
        : `checks ${checks.length} pinned, ${proof.passed.length} passed${tree}`,
    ...(issues.length === 0
      ? []
      : [
          `issues ${open} open, ${resolved} resolved${unsolved === 0 ? "" : `, ${unsolved} given up`}`,
        ]),
    `signal ${oneLine(state.signal, 60)}`,
    howMany(state.entries, "entry"),
  ];
};

const warningsOf = (state: State): readonly string[] => [
  ...(state.halted === null ? [] : [`halted: ${oneLine(state.halted.reason)}`]),
  ...state.drift.map(
    ({ path, digest }) =>
      `${path} ${digest === null ? "is gone" : "was changed"} since its gate: a person decides`,
  ),
  ...some(
    storiesOf(state).filter(sameAgent).length,
    "story was judged by the agent that built it, in another session",
    "stories were judged by the agent that built them, in another session",
  ),
  ...some(
    storiesOf(state).filter(({ told }) => told === true).length,
    "story was begun and ended by a file edit; who built it is not known",
    "stories were begun and ended by a file edit; who built them is not known",
  ),
  ...strayLines(state),
  ...oddLines(state),
  ...(state.status === "NEEDS_PLANNING" ? [] : bareLines(state)),
  ...standing(state),
];

export const view = (state: State): View => {
  const stories = storiesOf(state);
  return {
    title: state.name,
    phase: state.status,
    status: runStatus(
      { over: ended(state) !== null || state.archive !== null, paused: state.life === "paused" },
      () => jobs(state).filter(({ why }) => why === null),
    ),
    facts: factsOf(state),
    nodes: nodesOf(state),
    evidence: evidenceOf(sumOf(stories, provedOf), {
      of: sumOf(stories, criteriaOf),
      judged: sumOf(stories, (story) => metBy(story, "verified")),
      by: stories.flatMap((story) => Array<string>(metBy(story, "person")).fill("a person")),
    }),
    claims: [
      ...some(stories.filter(({ settledBy: by }) => by === "adopted").length, settled.adopted),
      ...checkDoubts(state),
    ],
    bypasses: bypassLines(state),
    warnings: warningsOf(state),
    refused: refusedLine(state.refused),
  };
};
