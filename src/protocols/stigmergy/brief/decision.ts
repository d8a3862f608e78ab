// Brief of a decision: documents, checks, manifest, failures, effect of each answer (specification, section 6).
import { optionLines } from "../../../core/decision-options.ts";
import type { Job } from "../../../core/job.ts";
import type { Facts } from "../../../core/protocol.ts";
import { fenced, oneLine, page } from "../../../core/quote.ts";
import { checkLine } from "../check-words.ts";
import { checksIn, checksNow } from "../checks-of.ts";
import type { DecisionAbout } from "../jobs/about.ts";
import { allDocs, prdFile, qaFile, storiesOf, storyIn } from "../manifest.ts";
import { criteriaIn, plainLines } from "../markdown/lines.ts";
import { manifestOf } from "../markdown/manifest-of.ts";
import type { Check, Gate, Issue, State } from "../state.ts";
import { isUnsettled, storyOf, workOf } from "../subjects.ts";
import { changedFiles, checkLines } from "./judging.ts";
import { criteria, guidance, pathList } from "./parts.ts";

/** Lists where the manifest and the requirements disagree about epics and stories. */
const differs = (state: State, text: string | undefined): string | null => {
  if (text === undefined) return null;
  const told = new Map(
    manifestOf(text).epics.flatMap(({ stories }) =>
      stories.map(({ id, title }) => [id, title] as const),
    ),
  );
  const own = new Map(storiesOf(state).map(({ id, title }) => [id, title]));
  const lines = [
    ...[...told].flatMap(([id, title]) => {
      const here = own.get(id);
      if (here === undefined) return [`${id} "${oneLine(title, 80)}" is only in \`${prdFile}\``];
      return here === title
        ? []
        : [`${id} is "${oneLine(here, 80)}" here, and "${oneLine(title, 80)}" in \`${prdFile}\``];
    }),
    ...[...own.keys()].filter((id) => !told.has(id)).map((id) => `${id} is only in the manifest`),
  ];
  return lines.length === 0
    ? null
    : `Manifest and requirements differ:\n\n${fenced(lines.join("\n"))}`;
};

const checkList = (checks: readonly Check[]): string =>
  checks.length === 0
    ? `No check is there: add lines \`- **Command:** …\` to \`${qaFile}\`, or approve without checks.`
    : `Checks that would be pinned:\n\n${fenced(checks.map(checkLine).join("\n"))}`;

/** Checks of the current QA protocol, which approval would pin. */
const checksFor = (state: State, facts: Facts): readonly Check[] => {
  const text = facts.files[qaFile]?.text;
  return state.settings.checks !== null || text === undefined
    ? checksNow(state)
    : checksIn(text, state.settings).checks;
};

const manifest = ({ epics }: Pick<State, "epics">): string =>
  `The manifest:\n\n${fenced(epics.flatMap(({ id, title, stories }) => [`Epic ${id}: ${oneLine(title)}`, ...stories.map((story) => `  ${story.id} ${oneLine(story.title)}`)]).join("\n"))}`;

const gate = (state: State, name: Gate, facts: Facts): readonly (string | null)[] => {
  if (name === "brief") return [`Read ${pathList(Object.keys(state.parts.brief ?? {}))}.`];
  if (name === "blueprint") {
    const paths = Object.keys(allDocs(state.parts));
    return [
      paths.length === 0
        ? `No document is recorded. What \`${qaFile}\` says of checks when you approve counts.`
        : `Read ${pathList(paths)}; what is edited meanwhile is asked anew, and what you say yes to is pinned.`,
      manifest(state),
      differs(state, facts.files[prdFile]?.text),
      checkList(checksFor(state, facts)),
    ];
  }
  const story = storyIn(state, workOf(name) ?? "");
  if (story === null || story.file === null) return [];
  const text = facts.files[story.file.path]?.text;
  return [
    `Read \`${story.file.path}\`.`,
    criteria({ criteria: text === undefined ? story.criteria : criteriaIn(plainLines(text)) }),
  ];
};

const accept = (state: State, id: string, facts: Facts): readonly (string | null)[] => {
  const story = storyIn(state, id);
  if (story === null) return [];
  const { review } = story;
  const judged =
    review === null
      ? null
      : `Judged by ${review.by.role} already:\n\n${fenced((review.verdicts ?? []).map(({ n, met, how }) => `${n}. ${met ? "met" : "not met"}: ${how}`).join("\n"))}`;
  return [
    criteria(story),
    changedFiles(story, facts, state),
    state.checks?.length ? fenced(checkLines(state).join("\n")) : null,
    judged,
  ];
};

const issueList = (issues: readonly Issue[]): string | null =>
  issues.length === 0
    ? null
    : `Issues:\n\n${fenced(issues.map(({ id, status, summary, solution }) => `${id} ${status}: ${summary}${solution === null ? "" : `\n  tried: ${solution}`}`).join("\n"))}`;

const halt = (state: State): readonly (string | null)[] => {
  const subject = state.halted?.subject ?? null;
  const issues = state.issues.filter(
    (issue) => isUnsettled(issue) || (subject !== null && issue.subject === subject),
  );
  return [
    state.halted === null ? null : fenced(state.halted.reason),
    issueList(issues),
    subject === null ? null : guidance(state, subject),
  ];
};

/** Context of the question, as its author saw it. */
const question = (state: State, id: number): readonly (string | null)[] => {
  const asked = state.questions.find((one) => one.id === id);
  if (asked === undefined) return [];
  const { subject, text } = asked;
  const story = storyIn(state, storyOf(subject) ?? "");
  return [
    fenced(text),
    story === null ? null : criteria(story),
    issueList(state.issues.filter((issue) => issue.subject === subject)),
    guidance(state, subject),
  ];
};

const parts = (state: State, about: DecisionAbout, facts: Facts): readonly (string | null)[] => {
  switch (about.is) {
    case "gate":
      return gate(state, about.gate, facts);
    case "accept":
      return accept(state, about.story, facts);
    case "halt":
      return halt(state);
    case "drift":
      return [
        `Pinned: \`${state.pinned?.[about.path] ?? "nothing"}\`, now: \`${about.digest ?? "gone"}\`.`,
      ];
    case "question":
      return question(state, about.question);
    case "autonomy":
      return [];
  }
};

export const decisionBrief = (
  state: State,
  job: Job,
  about: DecisionAbout,
  facts: Facts,
): string => {
  const { decision } = job;
  if (decision === undefined) return "";
  return page([
    `# ${job.key}`,
    decision.question,
    ...parts(state, about, facts),
    optionLines(decision.options),
    `Answer by \`cairn decide ${state.run} ${job.key} OPTION\`, a note by \`--note\`.`,
  ]);
};
