// Parser of task lists in briefs: a line `id  title`, with its details indented below.

/** `is`: a program's output (`output`), a list item, or a remark about the item or task above it. `level`: 1 for a task, 2 for an item. */
export type OutlineLine = {
  readonly is: "output" | "point" | "word";
  readonly level: 1 | 2;
  readonly text: string;
};
export type OutlineItem = {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly OutlineLine[];
};

const head = /^(\S{1,32}) {2}(\S.*)$/u;

const lineOf = (line: string): OutlineLine => {
  const level = line.startsWith("     ") ? 2 : 1;
  const text = line.trim();
  if (text.startsWith("| ") || text === "|") return { is: "output", level, text: text.slice(2) };
  return text.startsWith("- ")
    ? { is: "point", level, text: text.slice(2) }
    : { is: "word", level, text };
};

/** null: the text isn't such a list. */
export const outlineOf = (text: string): readonly OutlineItem[] | null => {
  const items: { id: string; title: string; lines: OutlineLine[] }[] = [];
  for (const line of text.split("\n")) {
    const [, id, title] = head.exec(line) ?? [];
    const item = items.at(-1);
    if (id !== undefined && title !== undefined) items.push({ id, title, lines: [] });
    else if (item !== undefined && line.startsWith("   ")) item.lines.push(lineOf(line));
    else if (line.trim() !== "") return null;
  }
  return items.length === 0 ? null : items;
};
