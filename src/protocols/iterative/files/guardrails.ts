// Writer of guardrails.md: lessons in the form that agents are to add them in.
import type { Path } from "../../../core/row.ts";
import { laidOut, oneLine, tidied } from "../markdown/values.ts";
import type { Guardrail, State } from "../state.ts";
import { composed, loose, type Piece, tight } from "./pieces.ts";

export const guardrailsFile: Path = "guardrails.md";

/** Text of an empty field. */
export const unstated = "(not stated)";

const head: readonly Piece[] = [
  loose("#", "# Guardrails"),
  loose("instruction", "Read before starting any iteration. Append when issues discovered."),
];

const field = (name: string, value: string): string =>
  `- **${name}**: ${laidOut(tidied(value) === "" ? unstated : value, "  ")}`;

const pattern = ({ name, when, problem, solution, learned }: Guardrail): readonly Piece[] => {
  const anchor = `## ${oneLine(name)}`;
  return [
    loose(anchor, anchor),
    tight(`${anchor}/When`, field("When", when)),
    tight(`${anchor}/Problem`, field("Problem", problem)),
    tight(`${anchor}/Solution`, field("Solution", solution)),
    tight(`${anchor}/Learned`, field("Learned", learned)),
  ];
};

export const guardrailsText = (state: State): string =>
  composed(state, guardrailsFile, [...head, ...state.guardrails.flatMap(pattern)]);
