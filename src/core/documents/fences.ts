// Parser of Markdown's fenced code blocks, for reports and signals.

type Fence = { readonly mark: string; readonly length: number; readonly info: string };
type Block = { readonly info: string; readonly text: string };

/** A line that opens a fenced code block (CommonMark 4.5): at most three spaces, three or more backticks or tildes, no backtick in the info string of a backtick fence. */
const opening = (line: string): Fence | null => {
  const found = /^ {0,3}(?<fence>`{3,}|~{3,})(?<info>.*)$/u.exec(line)?.groups;
  const fence = found?.["fence"] ?? "";
  const info = found?.["info"] ?? "";
  if (fence === "" || (fence.startsWith("`") && info.includes("`"))) return null;
  return {
    mark: fence.charAt(0),
    length: fence.length,
    info: info.replace(/^[ \t]+|[ \t]+$/gu, ""),
  };
};

const closes = (line: string, fence: Fence): boolean => {
  const found = /^ {0,3}(?<fence>`{3,}|~{3,})[ \t]*$/u.exec(line)?.groups?.["fence"];
  return found !== undefined && found.startsWith(fence.mark) && found.length >= fence.length;
};

/** The fenced blocks at the top level of a text, and the lines outside; an unclosed block ends with the text, as in CommonMark. */
export const fenced = (
  text: string,
): {
  readonly blocks: readonly Block[];
  readonly outside: readonly string[];
  /** Numbers of those lines, from 1. */
  readonly at: readonly number[];
} => {
  const blocks: Block[] = [];
  const outside: string[] = [];
  const at: number[] = [];
  let open: Fence | null = null;
  let inside: string[] = [];
  const end = (fence: Fence): void => {
    blocks.push({ info: fence.info, text: inside.join("\n") });
    open = null;
    inside = [];
  };
  for (const [index, line] of text.split(/\r\n|\n|\r/u).entries()) {
    if (open === null) {
      open = opening(line);
      if (open !== null) continue;
      outside.push(line);
      at.push(index + 1);
    } else if (closes(line, open)) end(open);
    else inside.push(line);
  }
  if (open !== null) end(open);
  return { blocks, outside, at };
};
