// Decision about a gate: whether a brief, the blueprint or a story's file is good to be worked on.
import type { Answer } from "../../../core/rules/decision.ts";
import type { Command, Facts } from "../../../core/protocol.ts";
import { fenced, oneLine, paragraphs } from "../../../core/words/quote.ts";
import { pathList, criteria } from "../brief/parts.ts";
import { checkLine } from "../check-words.ts";
import { areTrivial, checksIn, checksNow } from "../checks-of.ts";
import { gateNumber, gateSubject, waitingGates } from "../gates.ts";
import type { About } from "../jobs/about.ts";
import { allDocs, prdFile, qaFile, storiesOf, storyFile, storyIn } from "../manifest.ts";
import { criteriaIn, plainLines } from "../markdown/lines.ts";
import { manifestOf } from "../markdown/manifest-of.ts";
import type { Check, Gate, Part, State } from "../state.ts";
import { workOf } from "../subjects.ts";
import { decision } from "./declare.ts";

const gateQuestion = (state: State, gate: Gate): string => {
  if (gate === "brief") return `The brief is written: ${state.briefPath}. Is it what you want?`;
  const story = workOf(gate);
  if (story !== null)
    return `The file of story ${story} is written: ${storyFile(story)}. May its work begin?`;
  const stories = state.epics.reduce((sum, epic) => sum + epic.stories.length, 0);
  const checks = checksNow(state);
  const proof =
    checks.length === 0
      ? "nothing would be run to check the work"
      : areTrivial(checks)
        ? "none of its checks could ever fail"
        : `${checks.length} ${checks.length === 1 ? "check" : "checks"}`;
  const size = `${state.epics.length} ${state.epics.length === 1 ? "epic" : "epics"}, ${stories} ${stories === 1 ? "story" : "stories"}, ${proof}`;
  return `The blueprint is there (${size}). May the work begin?`;
};

/** Options that would be refused now are offered anyway: documents may be fixed before the answer. */
const lacking = (state: State): string => {
  const checks = checksNow(state);
  if (checks.length > 0 && !areTrivial(checks)) return "";
  return state.settings.checks === null
    ? " First, docs/architecture/qa-protocol.md needs a check that can fail."
    : " First, a check that can fail must be set.";
};

const usual = { recommended: true } as const;
/** Answers that fit this gate. */
const fitting = (state: State, gate: Gate) => {
  if (gate === "brief")
    return {
      only: ["approve", "redo-brief"],
      options: { approve: { label: "Approve the brief", means: "Planning begins.", ...usual } },
    };
  if (gate !== "blueprint")
    return {
      only: ["approve", "redo-story-file"],
      options: {
        approve: {
          label: "Approve the story",
          means: "Its criteria are pinned, and its work begins.",
          ...usual,
        },
      },
    };
  const lacks = lacking(state);
  return {
    only: [
      "approve",
      "approve-unchecked",
      "redo-brief",
      "redo-prd",
      "redo-architecture",
      "redo-manifest",
    ],
    options: {
      approve: {
        means: `Documents and checks are pinned, and the first story begins.${lacks}`,
        ...(lacks === "" ? usual : {}),
      },
    },
  };
};

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

const material = (state: State, name: Gate, facts: Facts): readonly (string | null)[] => {
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

type Asked = Extract<About, { is: "gate" }>;
const pass =
  (without_checks: boolean) =>
  ({ gate, asked }: Asked, { note }: Answer): Command => ({
    type: "PassGate",
    data: { gate, asked, without_checks, ...(note === "" ? {} : { note }) },
  });
const redo = (part: Part | "manifest" | "story-file", label: string, means: string) => ({
  label,
  means: `${means} Your note says why.`,
  note: "must" as const,
  then: ({ gate, asked }: Asked, { note }: Answer): Command => ({
    type: "RefuseGate",
    data: { gate, asked, redo: part, reason: note },
  }),
});

export const gate = decision("gate", {
  asks: (state) =>
    waitingGates(state).map((one) => {
      const asked = gateNumber(state, one);
      const story = workOf(one);
      const name = story === null ? one : `story-${story}`;
      return {
        key: `gate-${name}-${asked}`,
        about: { is: "gate", gate: one, asked },
        subject: gateSubject(state, one),
        reason: `gate: ${name} waits for a person`,
        question: gateQuestion(state, one),
        ...fitting(state, one),
      };
    }),
  options: {
    approve: { label: "Approve the blueprint", note: "may", then: pass(false) },
    "approve-unchecked": {
      label: "Approve without checks",
      means:
        "Documents are pinned and the first story begins, but no check runs: each story waits for a person's approval. Your note says why.",
      note: "must",
      then: pass(true),
    },
    "redo-brief": redo(
      "brief",
      "Rewrite the brief",
      "An agent writes the brief again. What was made from it stays.",
    ),
    "redo-prd": redo(
      "prd",
      "Rewrite the requirements",
      "An agent writes the product requirements and the manifest again.",
    ),
    "redo-architecture": redo(
      "architecture",
      "Rewrite the architecture",
      "An agent writes the architecture again.",
    ),
    "redo-manifest": redo(
      "manifest",
      "Rewrite the story list",
      "An agent lists epics and stories again.",
    ),
    "redo-story-file": redo(
      "story-file",
      "Rewrite the story file",
      "An agent writes the story's file again.",
    ),
  },
  shows: (state, about, facts) => paragraphs(material(state, about.gate, facts)),
});
