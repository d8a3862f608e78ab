// Line scanner of Markdown: position, indentation, and whether a fence or comment contains the line.

/** `at`, `end`: of its text without the line break, in UTF-16 units from the start of the file. `fenced`: in a code fence or a multi-line comment. */
export type Line = {
  readonly at: number;
  readonly end: number;
  readonly text: string;
  readonly fenced: boolean;
};

const breaks = /\r\n|\n|\r/gu;
const opening = /^ ?(`{3,}|~{3,})/u;

/** Columns before the first non-blank character; a tab counts as two. */
export const indentOf = (text: string): number => {
  let columns = 0;
  for (const char of text) {
    if (char === " ") columns += 1;
    else if (char === "\t") columns += 2;
    else return columns;
  }
  return columns;
};

export const isBlank = ({ text }: Pick<Line, "text">): boolean => text.trim() === "";

const isClosing = (text: string, fence: string): boolean => {
  const line = text.trim();
  return (
    indentOf(text) < 4 &&
    line.length >= fence.length &&
    line === (fence[0] ?? "").repeat(line.length)
  );
};

/** The opening mark of a fence. A line indented by two or more continues a value, so it opens no fence. */
const fenceIn = (text: string): string | null => {
  const fence = opening.exec(text)?.[1] ?? null;
  return fence === null || (fence.startsWith("`") && text.trim().slice(fence.length).includes("`"))
    ? null
    : fence;
};

/** A comment after a title is a note and ends on its line. */
const opensComment = (text: string): boolean => /^ ?<!--/u.test(text) && !text.includes("-->");

/** Yields lines from an offset outside of any fence. An unclosed fence or comment extends to the end. */
export function* linesFrom(text: string, from: number): Generator<Line> {
  let fence: string | null = null;
  let commented = false;
  for (let at = from; at < text.length;) {
    breaks.lastIndex = at;
    const found = breaks.exec(text);
    const end = found?.index ?? text.length;
    const line = text.slice(at, end);
    const opened: string | null = fence === null && !commented ? fenceIn(line) : null;
    const hides: boolean = commented || (fence === null && opensComment(line));
    yield { at, end, text: line, fenced: fence !== null || opened !== null || hides };
    commented = hides && !line.includes("-->");
    if (opened !== null) fence = opened;
    else if (fence !== null && isClosing(line, fence)) fence = null;
    at = end + (found?.[0].length ?? 0);
  }
}

/** All lines, without a byte order mark. */
export const linesOf = (text: string): readonly Line[] => [
  ...linesFrom(text, text.startsWith("\u{feff}") ? 1 : 0),
];

/** Level and text of a heading; null if the line isn't one. */
export const headingOf = ({
  text,
  fenced,
}: Pick<Line, "text" | "fenced">): { readonly level: number; readonly text: string } | null => {
  const found = fenced ? null : /^ ?(#{1,6})[ \t]+(\S[^\n]*)$/u.exec(text);
  return found === null
    ? null
    : {
        level: found[1]?.length ?? 0,
        text: (found[2] ?? "")
          .trimEnd()
          .replace(/[ \t]#+$/u, "")
          .trim(),
      };
};
