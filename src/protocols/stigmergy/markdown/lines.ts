// Markdown lines, headings and list items outside of quotations and comments, with line numbers.
import { fenced } from "../../../core/documents/fences.ts";

export type Line = { readonly text: string; readonly line: number };

/** Lines outside fences and comments; commented parts of a line are removed. */
export const plainLines = (text: string): readonly Line[] => {
  const { outside, at } = fenced(text.replace(/^\u{feff}/u, ""));
  let inComment = false;
  return outside.map((whole, index) => {
    let rest = whole;
    let kept = "";
    while (rest !== "") {
      const end = inComment ? rest.indexOf("-->") : rest.indexOf("<!--");
      if (!inComment) kept += end < 0 ? rest : rest.slice(0, end);
      if (end < 0) break;
      rest = rest.slice(end + (inComment ? 3 : 4));
      inComment = !inComment;
    }
    return { text: kept, line: at[index] ?? 0 };
  });
};

export type Heading = Line & { readonly level: number; readonly title: string };

/** Returns null if the line isn't a heading. */
export const headingOf = (line: Line): Heading | null => {
  const marks = /^ {0,3}(#{1,6})(?=[ \t]|$)/u.exec(line.text)?.[1];
  if (marks === undefined) return null;
  const title = line.text.trim().slice(marks.length).trim();
  const closed = /[ \t]#+$/u.exec(title);
  return {
    ...line,
    level: marks.length,
    title: (closed === null ? title : title.slice(0, closed.index)).trim(),
  };
};

/** The text of a list item without its check box; null if the line isn't one. */
export const itemOf = ({ text }: Line): string | null => {
  const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(\S[^\n]*)$/u.exec(text)?.[1];
  if (item === undefined) return null;
  const words = item.replace(/^\[[ xX]\][ \t]+/u, "").trim();
  return words === "" ? null : words;
};

const isCriteria = (title: string): boolean => /^acceptance criteria\b/iu.test(title);

/** The list items under the heading that starts with "Acceptance Criteria"; nested items belong to their parent. */
export const criteriaIn = (lines: readonly Line[]): readonly string[] => {
  const found: string[] = [];
  let level = 0;
  for (const line of lines) {
    const heading = headingOf(line);
    if (heading !== null) {
      if (isCriteria(heading.title)) level = heading.level;
      else if (level > 0 && heading.level <= level) level = 0;
      continue;
    }
    const item = level === 0 ? null : itemOf(line);
    if (item === null) continue;
    if (/^[ \t]{2,}/u.test(line.text) && found.length > 0)
      found.push(`${found.pop() ?? ""} ${item}`);
    else found.push(item);
  }
  return found;
};
