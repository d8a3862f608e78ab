// Briefs of passes (first, later, fix, test): the unit and its memory, no earlier verdict.
import { fenced, oneLine, page } from "../../../core/words/quote.ts";
import { briefLimit } from "../limits.ts";
import type { Described, Gap, Unit } from "../state.ts";
import {
  committing,
  criteria,
  entryForm,
  filesIn,
  quoted,
  type Run,
  signals,
  touches,
} from "./parts.ts";
import { withList } from "./room.ts";

const head = (run: Run, { id, title, max }: Described, n: number): string =>
  `# ${id}: ${oneLine(title)}\n\nIteration ${n} of ${max} on unit ${id} of ${run.slug}. Work on this unit alone, until every criterion holds. ${quoted}`;

const working = (id: string) =>
  [
    [`${id}_DONE`, "every criterion holds and nothing remains"],
    ["BLOCKED:reason", "a person must act first"],
  ] as const;
const otherwise = "Neither: the next iteration goes on from what you say remains.";

/**
 * The brief of a unit's first pass, of a fresh one and of every confirmation; it has no parameter by which these could differ.
 * The plan's rules measure its length, too.
 */
export const firstBrief = (run: Run, unit: Described): string =>
  page([
    head(run, unit, 1),
    criteria(unit),
    touches(run, unit),
    `Read ${filesIn(run, "guardrails.md", "context.md")} first, then look how far the work is: what holds already needs nothing.`,
    committing(run, "feat", "after each criterion"),
    entryForm(run, unit, 1, `${unit.id}_DONE`),
    signals(working(unit.id)),
    otherwise,
  ]);

const goOn = (run: Run, { id }: Described): string =>
  `Read ${filesIn(run, "guardrails.md", "context.md", "progress.md")}; go on from the last Remaining of ${id}.`;

export const laterBrief = (run: Run, unit: Described, n: number): string =>
  page([
    head(run, unit, n),
    criteria(unit),
    touches(run, unit),
    goOn(run, unit),
    committing(run, "feat", "after each criterion"),
    entryForm(run, unit, n, `${unit.id}_DONE`),
    signals(working(unit.id)),
    otherwise,
  ]);

const where = ({ file, line }: Gap): string =>
  file === null ? "" : ` ${file}${line === null ? "" : `:${line}`}`;
export const gapLine = (gap: Gap): string =>
  `[${gap.severity}${gap.type === "" ? "" : `, ${gap.type}`}]${where(gap)}: ${oneLine(gap.problem, 300)}`;

/** Minimum space for gaps: longer criteria are read in the plan file instead. */
const leastGaps = 400;

/** Asks to repair the gaps: fix in development, revise in knowledge. */
export const fixBrief = (run: Run, unit: Described & Pick<Unit, "gaps">, n: number): string => {
  const plan = run.mode === "development" ? "tasks.md" : "plan.md";
  const build = (wanted: string, shown: readonly string[]): string =>
    page([
      head(run, unit, n),
      wanted,
      touches(run, unit),
      goOn(run, unit),
      shown.length === 0
        ? "Gaps were found: they stand there. Mend each with the smallest change."
        : `These gaps were found. Mend each with the smallest change:\n\n${fenced(shown.join("\n"))}`,
      committing(run, "fix", "each mend as"),
      entryForm(run, unit, n, `${unit.id}_DONE`),
      signals([
        ["FIXED", "every gap is closed and every criterion holds"],
        ["NEEDS_ESCALATION:reason", "a person must act first"],
      ]),
      otherwise,
    ]);
  const whole = criteria(unit);
  const wanted =
    build(whole, []).length + leastGaps <= briefLimit
      ? whole
      : `Criteria: all that stand under ${unit.id} in ${filesIn(run, plan)}.`;
  return withList(unit.gaps.map(gapLine), (shown) => build(wanted, shown));
};

/** Paths that a unit changed, none of them a test. */
export const testBrief = (run: Run, unit: Described, untested: readonly string[]): string =>
  withList(untested, (shown) =>
    page([
      `# ${unit.id}: tests for ${oneLine(unit.title)}\n\nUnit ${unit.id} of ${run.slug} is written and has no tests. Write tests that show its criteria, as the tests there are; change nothing else. ${quoted}`,
      criteria(unit),
      touches(run, unit),
      shown.length === 0 ? null : `Changed without tests:\n\n${fenced(shown.join("\n"))}`,
      `Read ${filesIn(run, "guardrails.md", "context.md")} first.`,
      run.settings.commits === "off"
        ? "Do not commit."
        : `Commit them as \`test(${run.slug}): …\`.`,
      signals([
        ["TESTS_PASS", "the tests are written and pass"],
        ["TESTS_FAIL:what", "they show that a criterion doesn't hold"],
        ["TEST_BLOCKED:reason", "a person must act first"],
      ]),
    ]),
  );
