// Delivery summary of a run: completed work, proofs and accepted gaps.
import { flippedWords, hollowWords } from "../../kit/check/hollow.ts";
import { howMany } from "../../core/words/how-many.ts";
import { oneLine } from "../../core/words/quote.ts";
import type { Gated, State, Unit } from "./state.ts";

const sum = (units: readonly Unit[], of: (unit: Unit) => number): number =>
  units.reduce((all, unit) => all + of(unit), 0);

/** Why the gates prove less than they seem to, one short sentence each. */
export const doubtsIn = (gated: Gated | undefined): readonly string[] => [
  ...(gated?.hollow ?? []).map((name) => `gate ${name} ${hollowWords}`),
  ...(gated?.flipped ?? []).map((name) => `gate ${name} ${flippedWords}`),
];

/** The same for the whole run, else for its units. */
export const gateDoubts = ({ final, units }: Pick<State, "final" | "units">): readonly string[] => {
  const whole = doubtsIn(final.gated);
  return whole.length > 0 ? whole : [...new Set(units.flatMap(({ gated }) => doubtsIn(gated)))];
};

/** The last result of the gates; an empty configuration never counts as passed. */
const gates = ({ final, settings }: State): string => {
  if (settings.gates.length === 0) return "no gate configured";
  const doubts = gateDoubts({ final, units: [] });
  if (final.gate?.none === true) return doubts.join("; ");
  if (final.gate === null) return "final gate not run on this tree";
  return final.gate.red.length === 0
    ? [`gates green: ${settings.gates.map(({ name }) => name).join(", ")}`, ...doubts].join("; ")
    : `gates red: ${final.gate.red.join(", ")}`;
};

/** What isn't proven on this tree, one sentence each. */
export const unproven = (state: State, tree: string | null): readonly string[] => {
  const { gate, review, accepted } = state.final;
  const undone = state.units.filter(({ stage }) => stage !== "settled").map(({ id }) => id);
  return [
    ...(undone.length === 0 ? [] : [`not done: ${undone.join(", ")}`]),
    ...(gate === null
      ? ["the final gate has not run"]
      : gate.red.length > 0
        ? [`the final gate is red: ${gate.red.join(", ")}`]
        : tree === null || gate.tree !== tree
          ? ["the work has changed since the final gate"]
          : []),
    ...(review?.verdict === "REVIEW_PASS" || accepted !== null ? [] : ["no review has passed"]),
  ];
};

export const filesOf = ({ units }: Pick<State, "units">): readonly string[] =>
  [...new Set(units.flatMap(({ touched }) => touched))].toSorted();

export const minorGaps = (state: State): readonly string[] => [
  ...state.units.flatMap(({ id, minorGaps: gaps }) =>
    gaps.map(({ problem }) => `${id}: ${oneLine(problem)}`),
  ),
  ...state.final.minorGaps.map(({ unit, problem }) => `${unit ?? "all"}: ${oneLine(problem)}`),
];

export const bypassLines = ({ bypasses }: Pick<State, "bypasses">): readonly string[] =>
  bypasses.map(
    ({ what, by, reason }) =>
      `${oneLine(what)} by ${oneLine(by, 80)}${reason === "" ? "" : `: ${oneLine(reason)}`}`,
  );

/** Summary of the delivery, line by line. */
export const summary = (state: State): readonly string[] => {
  const { units } = state;
  const done = units.filter(({ stage }) => stage === "settled");
  const of = (basis: Unit["basis"]): number => done.filter((unit) => unit.basis === basis).length;
  const [adopted, accepted] = [of("adopted"), of("accepted")];
  const apart = [
    adopted > 0 ? `${adopted} adopted, not proven here` : null,
    accepted > 0 ? `${accepted} accepted with known gaps` : null,
  ].filter((part) => part !== null);
  const minor = minorGaps(state);
  const bypasses = bypassLines(state);
  const idle = done
    .filter(({ basis, touched }) => basis === "proven" && touched.length === 0)
    .map(({ id }) => id);
  return [
    `${done.length} of ${howMany(units.length, "unit")} done${apart.length === 0 ? "" : ` (${apart.join(", ")})`}`,
    [
      howMany(
        sum(units, ({ used }) => used),
        "pass",
        "passes",
      ),
      howMany(
        sum(units, ({ confirmations }) => confirmations),
        "confirmation",
      ),
      howMany(
        sum(units, ({ verifications }) => verifications),
        "verification",
      ),
      howMany(state.commits.length, "commit"),
      howMany(filesOf(state).length, "file"),
    ].join(", "),
    ...(idle.length === 0 ? [] : [`nothing was changed for ${idle.join(", ")}`]),
    gates(state),
    ...(minor.length === 0 ? [] : [`minor gaps: ${minor.join("; ")}`]),
    bypasses.length === 0 ? "bypasses: none" : `bypasses: ${bypasses.join("; ")}`,
  ];
};
