// Terminal layout: colours, widths, wrapping, cuts and lists for any script.
import { styleText } from "node:util";
import { cleanLine } from "../../core/words/clean.ts";

/** The page's width and whether it may have colours. Unlimited without a terminal. */
export type Page = { readonly width: number; readonly colour: boolean };

/** Never the only carrier of meaning. */
export type Tone = "good" | "bad" | "busy" | "wait" | "doubt" | "dim" | "strong";
const tones = {
  good: "green",
  bad: "red",
  busy: "cyan",
  wait: "yellow",
  doubt: "magenta",
  dim: "dim",
  strong: "bold",
} as const;

export const paint = (page: Page, tone: Tone, text: string): string =>
  page.colour ? styleText(tones[tone], text, { validateStream: false }) : text;

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

/** Wraps words into lines of at most `width` columns, indenting all but the first by `indent`; an overlong word stays whole. */
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

/** Prevents wrapping. */
export const unbroken = (text: string): string => text.replaceAll(" ", "\u00a0");
const rejoined = (line: string): string => line.replaceAll("\u00a0", " ");

/** Text for pasting isn't wrapped: commands in backticks, and one at the end of a line. */
const SPANS = /`[^`\n]*`|\bcairn [a-z][^`\n;)]{0,72}$/gmu;
/** Nor are parts between dots that fit a line. */
const kept = (text: string, width: number): string =>
  text
    .replaceAll(SPANS, unbroken)
    .split(" · ")
    .map((part, _, { length }) => (length > 1 && columns(part) <= width ? unbroken(part) : part))
    .join(" · ");

/** One line, with its continuations indented. */
export const hung = (text: string, { width }: Page, indent: number): string =>
  rejoined(wrap(kept(text, width - indent), width, indent));

/** A text beside its label, or below an indent; all its lines begin in the same column. */
export const beside = (
  label: string,
  text: string,
  page: Page,
  wide = columns(label),
  tone: Tone | null = null,
): readonly string[] =>
  text
    .split("\n")
    .flatMap((part) => hung(part, { ...page, width: page.width - wide }, 0).split("\n"))
    .map((line, at) => {
      const row = `${pad(at === 0 ? label : "", wide)}${tone === null ? line : paint(page, tone, line)}`;
      return row.trimEnd();
    });

/** Sentences with commands, wrapped to the page; each line keeps its indent. */
export const fitted = (text: string, page: Page): string =>
  text
    .split("\n")
    .flatMap((line) => {
      const lead = /^ */u.exec(line)?.[0] ?? "";
      return beside(lead, line.slice(lead.length), page);
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

/** Alternatives on one line where they fit, else one a line. */
export const alternatives = (ways: readonly string[], { width }: Page): readonly string[] => {
  const line = `  ${ways.join("      ")}`;
  return columns(line) <= width ? [line] : ways.map((way) => `  ${way}`);
};

/** A text, maybe in a colour. */
export type Cell = string | readonly [tone: Tone, text: string];
const textOf = (cell: Cell): string => cleanLine(typeof cell === "string" ? cell : cell[1]);
/** Columns of a cell that others stand behind, and least columns for the last one: a wider or a narrower one sends the last one below. */
const [widest, leastLast] = [28, 24];

/** Rows in columns two spaces apart; the last one wraps, or is cut where a row has to stay one line. @param most columns of another one */
export const list = (
  rows: readonly (readonly Cell[])[],
  page: Page,
  {
    indent = 0,
    cut = false,
    most = widest,
  }: { readonly indent?: number; readonly cut?: boolean; readonly most?: number } = {},
): readonly string[] => {
  const many = Math.max(0, ...rows.map(({ length }) => length)) - 1;
  const widths = Array.from({ length: many }, (_, column) =>
    Math.min(most, Math.max(0, ...rows.map((row) => columns(textOf(row[column] ?? ""))))),
  );
  const lead = indent + widths.reduce((sum, width) => sum + width + 2, 0);
  const narrow = page.width - lead < leastLast;
  return rows.flatMap((row) => {
    const isWide = widths.some((width, column) => columns(textOf(row[column] ?? "")) > width);
    const before = widths.map((width, column) => {
      const cell = row[column] ?? "";
      const text = pad(cut ? fit(textOf(cell), width) : textOf(cell), width);
      return `${typeof cell === "string" ? text : paint(page, cell[0], text)}  `;
    });
    const [first, last] = [" ".repeat(indent) + before.join(""), row[many] ?? ""];
    const [tone, text] = [typeof last === "string" ? null : last[0], textOf(last)];
    if (cut) return beside(first, fit(text, page.width - lead), page, lead, tone);
    if (!narrow && !isWide) return beside(first, text, page, lead, tone);
    const below = text === "" ? [] : beside("", text, page, narrow ? indent + 3 : lead, tone);
    return [first.trimEnd(), ...below];
  });
};
