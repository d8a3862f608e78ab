// Writer of brief.md from the state.
import type { Path } from "../../../core/row.ts";
import { second } from "../../../core/words/seconds.ts";
import { laidOut, oneLine, tidied } from "../markdown/values.ts";
import type { Brief, State } from "../state.ts";
import { body, label, list } from "./layout.ts";
import { composed, loose, type Piece, tight } from "./pieces.ts";

export const briefFile: Path = "brief.md";

/** Used before there is a brief. */
const template: readonly Piece[] = [
  loose("#", "# {Task Name}"),
  loose("Created", "**Created:** {timestamp}"),
  tight("Mode", "**Mode:** {development|knowledge}"),
  tight("Domain", "**Domain:** {feature|bug|refactor|research|writing|analysis|planning}"),
  loose("## Outcome Needed", "## Outcome Needed\n{What the user wants to achieve}"),
  loose("## Done When", "## Done When\n- {Criterion 1}\n- {Criterion 2}"),
  loose("## Constraints", "## Constraints\n- {Constraint 1}"),
  loose(
    "## Approach / Notes",
    "## Approach / Notes\n{Technical approach, domain-specific details, open questions}",
  ),
];

/** Appends questions that were left open to the notes, unless they are already there. */
const notesOf = ({ questions }: Pick<State, "questions">, { notes }: Brief): string => {
  const open = questions.filter(({ skipped, text }) => skipped && !notes.includes(tidied(text)));
  if (open.length === 0) return notes;
  const items = open.map(({ text }) => `- ${laidOut(text, "  ")}`);
  return [
    ...(tidied(notes) === "" ? [] : [notes, ""]),
    ...(notes.includes("Open:") ? [] : ["Open:"]),
    ...items,
  ].join("\n");
};

const pieces = (state: State, brief: Brief): readonly Piece[] => [
  loose("#", `# ${oneLine(brief.title) || state.task}`),
  loose("Created", label("Created", second(brief.at))),
  tight("Mode", label("Mode", state.mode)),
  tight("Domain", label("Domain", brief.domain)),
  loose("## Outcome Needed", `## Outcome Needed\n${body(brief.outcome)}`),
  loose("## Done When", `## Done When\n${list(brief.doneWhen)}`),
  loose("## Constraints", `## Constraints\n${list(brief.constraints)}`),
  loose("## Approach / Notes", `## Approach / Notes\n${body(notesOf(state, brief))}`),
];

export const briefText = (state: State): string =>
  composed(state, briefFile, state.brief === null ? template : pieces(state, state.brief));
