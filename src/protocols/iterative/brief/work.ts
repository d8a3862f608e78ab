// Why: a pass gets its unit and the way to its memory, and nothing that would make it agree with those before it.
import { oneLine, page } from "../quote.ts";
import type { Described, Gap, Unit } from "../state.ts";
import { committing, criteria, entryForm, fileOf, quoted, type Run, signals, touches } from "./parts.ts";
import { fenced } from "../quote.ts";

const head = (run: Run, { id, title, max }: Described, n: number): string =>
  `# ${id}: ${oneLine(title)}\n\nIteration ${n} of ${max} on unit ${id} of ${run.slug}. Work on this unit alone, until every criterion holds. ${quoted}`;

const working = (id: string) =>
  [
    [`${id}_DONE`, "every criterion holds and nothing remains"],
    ["BLOCKED:reason", "a person must act first"],
  ] as const;
const otherwise = "Neither: the next iteration goes on from what you say remains.";

/**
 * The brief of a unit's first pass, of a fresh one and of every confirmation: it has no parameter by which they could differ.
 * Rules of the plan measure it, too.
 */
export const firstBrief = (run: Run, unit: Described): string =>
  page([
    head(run, unit, 1),
    criteria(unit),
    touches(run, unit),
    `Read ${fileOf(run, "guardrails.md")} and ${fileOf(run, "context.md")} first, then look how far the work is: what holds already needs nothing.`,
    committing(run, "feat", "after each criterion"),
    entryForm(run, unit, 1, `${unit.id}_DONE`),
    signals(working(unit.id)),
    otherwise,
  ]);

const goOn = (run: Run, { id }: Described): string =>
  `Read ${fileOf(run, "guardrails.md")}, ${fileOf(run, "context.md")} and ${fileOf(run, "progress.md")}; go on from the Remaining of the last entry of ${id}.`;

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

const where = ({ file, line }: Gap): string => (file === null ? "" : ` ${file}${line === null ? "" : `:${line}`}`);
export const gapLine = (gap: Gap): string =>
  `- [${gap.severity}${gap.type === "" ? "" : `, ${gap.type}`}]${where(gap)}: ${oneLine(gap.problem, 300)}`;

/** Most of a text that gaps may take of a brief. */
const gapsLimit = 700;
const listed = (gaps: readonly Gap[], rest: string): string => {
  const lines: string[] = [];
  for (const line of gaps.map(gapLine)) {
    if (lines.join("\n").length + line.length > gapsLimit && lines.length > 0) break;
    lines.push(line);
  }
  const more = gaps.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more: ${rest}`] : [])].join("\n");
};

/** To mend what was found: fix in development, revise in knowledge. */
export const fixBrief = (run: Run, unit: Described & Pick<Unit, "gaps">, n: number): string =>
  page([
    head(run, unit, n),
    criteria(unit),
    touches(run, unit),
    goOn(run, unit),
    `These gaps were found. Mend each with the smallest change:\n\n${fenced(listed(unit.gaps, "see progress.md"))}`,
    committing(run, "fix", "each mend as"),
    entryForm(run, unit, n, `${unit.id}_DONE`),
    signals([
      ["FIXED", "every gap is closed and every criterion holds"],
      ["NEEDS_ESCALATION:reason", "a person must act first"],
    ]),
    otherwise,
  ]);

/** Paths that a unit changed, none of them a test. */
export const testBrief = (run: Run, unit: Described, untested: readonly string[]): string => {
  const shown = untested.slice(0, 10);
  const more = untested.length - shown.length;
  return page([
    `# ${unit.id}: tests for ${oneLine(unit.title)}\n\nUnit ${unit.id} of ${run.slug} is written and has no tests. Write tests that show its criteria, as the tests there are; change nothing else. ${quoted}`,
    criteria(unit),
    touches(run, unit),
    shown.length === 0 ? null : `Changed without tests:\n\n${fenced([...shown, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"))}`,
    `Read ${fileOf(run, "guardrails.md")} and ${fileOf(run, "context.md")} first.`,
    run.settings.commits === "off" ? "Do not commit." : `Commit them as \`test(${run.slug}): …\`.`,
    signals([
      ["TESTS_PASS", "the tests are written and pass"],
      ["TESTS_FAIL:what", "they show that a criterion doesn't hold"],
      ["TEST_BLOCKED:reason", "a person must act first"],
    ]),
  ]);
};
