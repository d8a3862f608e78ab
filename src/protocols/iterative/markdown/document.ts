// Outline of a Markdown document: title, labels, sections, positions and unknown blocks.
import { type Spot, top } from "../../../kit/document/remarks.ts";
import type { Path } from "../../../core/row.ts";
import { headingOf, type Line, linesOf } from "./lines.ts";

/** `anchor`: the known block before it. Kinds: a section, a paragraph, a bullet of a unit or pattern, a label. */
export type Unknown = {
  readonly anchor: string;
  readonly kind: "section" | "text" | "bullet" | "label";
  readonly text: string;
  readonly at: number;
};
export type Section = {
  readonly name: string;
  readonly level: number;
  readonly at: number;
  readonly lines: readonly Line[];
};
export type Outline = {
  readonly title: { readonly text: string; readonly at: number } | null;
  /** Text before the first section, without the title. */
  readonly head: readonly Line[];
  readonly sections: readonly Section[];
};

/** Common results of every reader. */
export type Reading = {
  /** With LF line breaks and no byte order mark: lines and columns match the file. */
  readonly text: string;
  /** Offset of each block by its anchor. */
  readonly spots: ReadonlyMap<string, number>;
  readonly unknown: readonly Unknown[];
};

/** Normalised for readers; all lines and columns stay the same. */
export const plainText = (text: string): string => {
  const plain = text.replace(/^\u{feff}/u, "");
  // Searching for one takes a tenth of the time of replacing all.
  return plain.includes("\r") ? plain.replaceAll(/\r\n?/gu, "\n") : plain;
};

/** Position for findings, the block's anchor as pointer; the whole file if the block is missing. */
export const spotOf = (
  path: Path,
  { text, spots }: Pick<Reading, "text" | "spots">,
  anchor: string,
): Spot => ({ ...top(path, text), pointer: anchor, at: spots.get(anchor) ?? 0 });

export const outlineOf = (text: string): Outline => {
  const head: Line[] = [];
  const sections: (Section & { readonly lines: Line[] })[] = [];
  let title: Outline["title"] = null;
  for (const line of linesOf(text)) {
    const heading = headingOf(line);
    const open = sections.at(-1);
    if (heading !== null && heading.level === 1 && title === null && open === undefined)
      title = { text: heading.text, at: line.at };
    else if (heading !== null && heading.level <= 2)
      sections.push({ name: heading.text, level: heading.level, at: line.at, lines: [] });
    else (open?.lines ?? head).push(line);
  }
  return { title, head, sections };
};

/** The source text of lines, without surrounding empty lines. */
export const sourceOf = (lines: readonly Pick<Line, "text">[]): string =>
  lines
    .map(({ text }) => text)
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/u, "")
    .trimEnd();

/** An unknown section with its heading. */
export const wholeSection = (text: string, { at, lines }: Section): string =>
  text.slice(at, lines.at(-1)?.end ?? (text.indexOf("\n", at) + 1 || text.length)).trimEnd();

export const isNamed = ({ name, level }: Section, known: string): boolean =>
  level === 2 && name.toLowerCase() === known.toLowerCase();

/** Unknown blocks in stored form: grouped by anchor, in order. */
export const extrasOf = (
  unknown: readonly Unknown[],
): readonly {
  readonly pointer: string;
  readonly entries: readonly (readonly [string, string])[];
}[] => {
  const by = Map.groupBy(unknown, ({ anchor }) => anchor);
  return [...by].map(([pointer, blocks]) => ({
    pointer,
    entries: blocks.map(({ kind, text }) => [kind, text] as const),
  }));
};
