// Text of a resume after a crash: safe, left and doubtful work, each with its treatment.
import type { Doubt, OpenJob, ResumeReport } from "../../runtime/system.ts";
import { cleanLine } from "../terminal/clean.ts";
import { fit, type Page, wrap } from "../terminal/layout.ts";
import { paint } from "../terminal/style.ts";

/** Of each kind; --json has all. */
const most = 8;
const indent = 11;
/** Kinds that need a mention; a normal start handles the others. */
const told: ReadonlySet<OpenJob["is"]> = new Set(["ended", "running", "unstarted", "held"]);

const policies: Readonly<Record<Doubt["policy"], string>> = {
  retry: "tried again",
  ask: "a person is asked",
  check: "looked at first",
};

const block = (word: string, lines: readonly string[], page: Page): readonly string[] => {
  const width = Number.isFinite(page.width) ? page.width : 140;
  return lines.flatMap((line, index) =>
    wrap(cleanLine(line), width - indent)
      .split("\n")
      .map(
        (part, row) =>
          `${(index === 0 && row === 0 ? ` ${word}` : "").padEnd(indent)}${row === 0 ? "" : "  "}${part}`,
      ),
  );
};
const cut = (lines: readonly string[]): readonly string[] =>
  lines.length > most
    ? [...lines.slice(0, most), `and ${lines.length - most} more: --json has all`]
    : lines;

export const resumeLines = (
  { done, notDone, inDoubt }: ResumeReport,
  run: string,
  page: Page,
): readonly string[] => {
  const jobs = notDone.filter(({ is }) => told.has(is));
  const others = notDone.filter(({ is }) => !told.has(is));
  const rest = [...new Set(others.map(({ unit }) => unit))].filter(
    (unit) => !jobs.some((one) => one.unit === unit),
  );
  return [
    fit(paint(page, "wait", `interrupted. Resume: cairn run ${run}`), page.width),
    ...(done.length === 0 ? [] : block("done", [`${done.join(", ")}: not done again`], page)),
    ...block(
      "not done",
      [
        ...cut(jobs.map(({ job, unit, next }) => `${job ?? unit}: ${next}`)),
        ...(rest.length === 0 ? [] : [`as they come: ${rest.join(", ")}`]),
      ],
      page,
    ),
    ...block(
      "in doubt",
      cut(
        inDoubt.map(
          ({ job, why, policy, next }) => `${job}: ${why} (${policies[policy]}): ${next}`,
        ),
      ),
      page,
    ),
  ];
};
