// Briefs of verifier and reviewer: the work to judge, without a word of its authors.
import { firstOf } from "../../../core/words/how-many.ts";
import { fenced, oneLine, page } from "../../../core/words/quote.ts";
import type { Described, Issue, State, Unit } from "../state.ts";
import { criteria, filesIn, quoted, type Run, signals, touches } from "./parts.ts";
import { doubtsIn } from "../summary.ts";
import { withList } from "./room.ts";

const severities =
  "Severities: critical (wrong or unsafe), major (a criterion fails or may fail), minor (may stay).";
const named = (what: string, all: readonly string[]): readonly string[] =>
  all.map((one) => `${what}: ${oneLine(one, 120)}`);
const material = (shown: readonly string[]): string | null =>
  shown.length === 0 ? null : `Look at these first:\n\n${fenced(shown.join("\n"))}`;

/** @param missing files that the plan lists and that don't exist */
export const verifyBrief = (
  run: Run,
  unit: Described & Pick<Unit, "touched" | "suspects" | "gated">,
  missing: readonly string[],
): string =>
  withList(
    [
      ...doubtsIn(unit.gated),
      ...named("listed and not there", missing),
      ...named("test, build file or stub", unit.suspects),
      ...(unit.touched.length === 0
        ? ["nothing was changed by the passes of this unit"]
        : named("changed", unit.touched)),
    ],
    (shown) =>
      page([
        `# Verify ${unit.id}: ${oneLine(unit.title)}\n\nYou wrote none of this. Try to break it; change nothing. Judge every criterion by its number, by what you see and run. ${quoted}`,
        criteria(unit),
        touches(run, unit),
        material(shown),
        `Read ${filesIn(run, "brief.md", "context.md")}.`,
        severities,
        signals([
          [`${unit.id}_VERIFIED`, "every criterion is met, no critical or major gap"],
          [`${unit.id}_GAPS:n`, "n gaps"],
        ]),
      ]),
  );

const minor = ({ unit, file, problem }: Issue): string =>
  `${unit ?? "all"}${file === null ? "" : ` ${file}`}: ${oneLine(problem, 120)}`;

const idsOf = ({ units }: Pick<State, "units">): string =>
  firstOf(
    units.map(({ id }) => id),
    60,
  );

export const reviewBrief = (
  state: Pick<State, "slug" | "archive" | "mode" | "settings" | "units" | "final">,
): string => {
  const gaps = [
    ...state.units.flatMap(({ id, minorGaps }) =>
      minorGaps.map((gap) => minor({ ...gap, unit: id })),
    ),
    ...state.final.minorGaps.map(minor),
  ];
  const suspects = [...new Set(state.units.flatMap((unit) => unit.suspects))];
  return withList(
    [
      ...doubtsIn(state.final.gated),
      ...named("minor gap that is known", gaps),
      ...named("test, build file or stub", suspects),
    ],
    (shown) =>
      page([
        `# Review ${state.slug}\n\nJudge the whole work as it lies before you: what was wanted, what fits together, what is missing. Read and run what you like, change nothing. ${quoted}`,
        `Read ${filesIn(state, "brief.md", state.mode === "development" ? "tasks.md" : "plan.md", "progress.md")}.`,
        `Units: ${idsOf(state)}`,
        material(shown),
        `Name each issue's unit, where it has one. ${severities}`,
        signals([
          ["REVIEW_PASS", "no critical or major issue"],
          ["REVIEW_FAIL", "something must be mended"],
        ]),
      ]),
  );
};
