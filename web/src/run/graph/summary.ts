// Summary of a section: how far it is, how its nodes stand, and how much their work changed.
import { type Shade, type UnitState, unitStates } from "../../../../src/core/words/states.ts";
import type { WorkCountsAnswer } from "../../../../src/http/answers.ts";
import { doneWords, type Section, stateOf } from "../sections.ts";

export type Summary = {
  readonly name: string;
  readonly state: UnitState;
  /** `18 of 20 done, 1 failed`. */
  readonly words: string;
  readonly done: number;
  readonly of: number;
  /** The number of each shade, in the order of a bar. */
  readonly parts: readonly { readonly shade: Shade; readonly count: number }[];
  readonly lines: { readonly added: number; readonly removed: number } | null;
};

const bar: readonly Shade[] = ["good", "strong", "bad", "doubt", "wait", "busy"];
/** A ready node hasn't begun, so it has no part of the bar. */
const shadeIn = (state: UnitState): Shade | null =>
  state === "ready" ? null : unitStates[state].shade;

export const summaryOf = ({ name, nodes }: Section, lines: WorkCountsAnswer["units"]): Summary => {
  const parts = bar
    .map((shade) => ({
      shade,
      count: nodes.filter(({ state }) => shadeIn(state) === shade).length,
    }))
    .filter(({ count }) => count > 0);
  const own = nodes.flatMap(({ id }) => lines[id] ?? []);
  const sum = (of: "added" | "removed"): number => own.reduce((all, one) => all + one[of], 0);
  return {
    name: name ?? "",
    state: stateOf(nodes),
    words: doneWords(nodes),
    done: nodes.filter(({ status }) => status === "done").length,
    of: nodes.length,
    parts,
    lines: own.length === 0 ? null : { added: sum("added"), removed: sum("removed") },
  };
};
