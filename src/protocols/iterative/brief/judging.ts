// Why: who judges gets what is to be judged and where to look, and no word of those who made it.
import { fenced, oneLine, page } from "../quote.ts";
import type { Described, Issue, State, Unit } from "../state.ts";
import { criteria, fileOf, pathList, quoted, type Run, signals, touches } from "./parts.ts";

const some = (all: readonly string[], limit: number): readonly string[] =>
  all.length <= limit ? all : [...all.slice(0, limit), `and ${all.length - limit} more`];
const list = (title: string, all: readonly string[], limit: number): string | null =>
  all.length === 0
    ? null
    : `${title}\n\n${fenced(
        some(
          all.map((one) => oneLine(one, 100)),
          limit,
        ).join("\n"),
      )}`;

const severities = "Severities: critical (wrong or unsafe), major (a criterion fails or may fail), minor (may stay).";

/** `missing`: Files that the plan lists and nobody made. */
export const verifyBrief = (run: Run, unit: Described & Pick<Unit, "touched" | "suspects">, missing: readonly string[]): string =>
  page([
    `# Verify ${unit.id}: ${oneLine(unit.title)}\n\nYou wrote none of this. Try to break it; change nothing. Judge every criterion by its number, by what you see and run. ${quoted}`,
    criteria(unit),
    touches(run, unit),
    list("Changed:", unit.touched, 6),
    missing.length === 0 ? null : `Listed and not there: ${pathList(some(missing, 6))}`,
    list("Tests, build files and stubs among the changes:", unit.suspects, 6),
    `Read ${fileOf(run, "brief.md")} and ${fileOf(run, "context.md")}.`,
    severities,
    signals([
      [`${unit.id}_VERIFIED`, "every criterion is met, no critical or major gap"],
      [`${unit.id}_GAPS:n`, "n gaps"],
    ]),
  ]);

const minor = ({ unit, file, problem }: Issue): string => `${unit ?? "all"} ${file ?? ""}: ${oneLine(problem, 120)}`;

export const reviewBrief = (state: Pick<State, "slug" | "archive" | "mode" | "settings" | "units" | "final">): string =>
  page([
    `# Review ${state.slug}\n\nJudge the whole work as it lies before you: what was wanted, what fits together, what is missing. Read and run what you like, change nothing. ${quoted}`,
    `Read ${fileOf(state, "brief.md")}, ${fileOf(state, state.mode === "development" ? "tasks.md" : "plan.md")} and ${fileOf(state, "progress.md")}.`,
    `Units: ${some(
      state.units.map(({ id }) => id),
      60,
    ).join(", ")}`,
    list(
      "Minor gaps that are known:",
      [
        ...state.units.flatMap(({ id, minorGaps }) => minorGaps.map((gap) => minor({ ...gap, unit: id }))),
        ...state.final.minorGaps.map(minor),
      ],
      5,
    ),
    list("Changed tests, build files and stubs:", [...new Set(state.units.flatMap(({ suspects }) => suspects))], 8),
    `Name each issue's unit, where it has one. ${severities}`,
    signals([
      ["REVIEW_PASS", "no critical or major issue"],
      ["REVIEW_FAIL", "something must be mended"],
    ]),
  ]);
