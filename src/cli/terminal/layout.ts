// Terminal layout: widths, wrapping, cuts and tables for any script.
import { cleanLine } from "../../core/words/clean.ts";

/** The page's width and whether it may have colours. Unlimited without a terminal. */
export type Page = { readonly width: number; readonly colour: boolean };

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
const nothing = /\p{Mn}|\p{Me}|\p{Cf}/gu;
/** Characters of one column and one code unit: most texts contain no others, and the tables for the rest are slow to load. */
const simple = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2100-\u27bf]*$/;
const painted = /\u001b\[[0-9;]*m/g;

/** Terminal columns of the text. */
export const columns = (text: string): number => {
  if (simple.test(text)) return text.length;
  const bare = text.replace(painted, "").replace(nothing, "");
  return [...bare].length + (bare.match(wide)?.length ?? 0);
};

/** Truncated to `width` columns, with an ellipsis. */
export const fit = (text: string, width: number): string => {
  if (columns(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const sign of text) {
    used += columns(sign);
    if (used > width - 1) break;
    kept += sign;
  }
  return width < 1 ? "" : `${kept.trimEnd()}…`;
};

export const pad = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - columns(text)));

/** Wraps words into lines of at most `width` columns, indenting all but the first by `indent`. */
export const wrap = (text: string, width: number, indent = 0): string => {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && columns(longer) > width - (lines.length === 0 ? 0 : indent)) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].join(`\n${" ".repeat(indent)}`);
};

/** Wrapped to the page's width minus `indent`; without a terminal to 120 columns in total. */
export const paragraph = (page: Page, text: string, indent: number): string =>
  wrap(text, (Number.isFinite(page.width) ? page.width : 120) - indent, indent);

/** Wraps each line to the page, keeping its indent; an overlong word stays whole. */
export const flowed = (text: string, { width }: Page): string =>
  text
    .split("\n")
    .map((line) => {
      if (columns(line) <= width) return line;
      const lead = /^ */u.exec(line)?.[0] ?? "";
      return (
        lead + wrap(line.slice(lead.length), width - lead.length).replaceAll("\n", `\n${lead}`)
      );
    })
    .join("\n");

/** The first and the last lines of a long text; `between` stands for the others. */
export const ends = (
  text: string,
  first: number,
  last: number,
  between: (left: number) => string,
): string => {
  const lines = text.split("\n");
  const left = lines.length - first - last;
  return left < 2
    ? text
    : [...lines.slice(0, first), between(left), ...lines.slice(first + left)].join("\n");
};

/** Prevents wrapping. */
export const unbroken = (text: string): string => text.replaceAll(" ", "\u00a0");
export const rejoined = (line: string): string => line.replaceAll("\u00a0", " ");

/** Text for pasting isn't wrapped: commands in backticks, and one at the end of a line. */
const SPANS = /`[^`\n]*`|\bcairn [a-z][^`\n;)]{0,72}$/gmu;

/** Sentences with commands, wrapped to the page. */
export const fitted = (text: string, page: Page): string =>
  rejoined(flowed(text.replaceAll(SPANS, unbroken), page));

/** The same for one line, with its continuations indented. */
export const hung = (text: string, { width }: Page, indent: number): string =>
  rejoined(wrap(text.replaceAll(SPANS, unbroken), width, indent));

/** Alternatives on one line where they fit, else one a line. */
export const alternatives = (ways: readonly string[], { width }: Page): readonly string[] => {
  const line = `  ${ways.join("      ")}`;
  return columns(line) <= width ? [line] : ways.map((way) => `  ${way}`);
};

/** Columns two spaces apart. On a narrow page the widest column wraps at words; only a word longer than its cell is cut. */
export const table = (rows: readonly (readonly string[])[], page: Page, indent = 1): string => {
  const cells = rows.map((row) => row.map(cleanLine));
  const widths = Array.from(
    { length: Math.max(0, ...cells.map((row) => row.length)) },
    (_, column) => Math.max(0, ...cells.map((row) => columns(row[column] ?? ""))),
  );
  const used = (): number =>
    indent + widths.reduce((sum, width) => sum + width, 0) + 2 * Math.max(0, widths.length - 1);
  while (used() > page.width && Math.max(...widths) > 12) {
    const widest = widths.lastIndexOf(Math.max(...widths));
    const next = Math.max(12, ...widths.filter((_, column) => column !== widest));
    const width = widths[widest] ?? 0;
    widths[widest] = Math.max(
      12,
      Math.min(width - 1, Math.max(next, width - (used() - page.width))),
    );
  }
  return cells
    .flatMap((row) => {
      const wrapped = row.map((cell, column) => wrap(cell, widths[column] ?? 0).split("\n"));
      return Array.from(
        { length: Math.max(1, ...wrapped.map(({ length }) => length)) },
        (_, line) => {
          const parts = wrapped.map((lines, column) =>
            pad(fit(lines[line] ?? "", widths[column] ?? 0), widths[column] ?? 0),
          );
          return fit(`${" ".repeat(indent)}${parts.join("  ")}`.trimEnd(), page.width);
        },
      );
    })
    .join("\n");
};

/** Two columns: a name, and a text that wraps within its own column. */
export const listing = (rows: readonly (readonly [string, string])[], width: number): string => {
  const first = Math.min(28, Math.max(0, ...rows.map(([name]) => columns(name))));
  return rows
    .map(([name, means]) => {
      const indent = first + 4;
      const text = wrap(means, Math.max(24, width - indent), 0).replaceAll(
        "\n",
        `\n${" ".repeat(indent)}`,
      );
      return columns(name) > first
        ? `  ${name}\n${" ".repeat(indent)}${text}`
        : `  ${pad(name, first)}  ${text}`;
    })
    .join("\n");
};
