// Parser of Markdown list items in sections and below labels; other paragraphs are preserved.
import { indentOf, isBlank, type Line } from "./lines.ts";
import { gathered, plainValue } from "./values.ts";

export type Item = { readonly text: string; readonly at: number };
/** `rest`: paragraphs outside of items. */
export type Items = {
  readonly items: readonly Item[];
  readonly rest: readonly (readonly Line[])[];
};

const bullet = /^ ?[-*][ \t]+([^\n]*)$/u;

type Open = { readonly first: string; readonly at: number; readonly further: string[] };

/** Items at the left margin, without those that say "nothing". An item continues in indented lines, and in others up to an empty line. */
export const itemsOf = (lines: readonly Line[]): Items => {
  const items: Open[] = [];
  const rest: Line[][] = [];
  let into: "item" | "rest" | "none" = "none";
  let afterBlank = true;
  for (const line of lines) {
    const found = line.fenced || indentOf(line.text) > 1 ? null : bullet.exec(line.text);
    const item = items.at(-1);
    if (found !== null) {
      items.push({ first: found[1] ?? "", at: line.at, further: [] });
      into = "item";
    } else if (
      into === "item" &&
      item !== undefined &&
      (isBlank(line) || indentOf(line.text) > 1 || !afterBlank || line.fenced)
    ) {
      item.further.push(line.text);
    } else if (!isBlank(line)) {
      if (into === "rest" && (!afterBlank || line.fenced)) rest.at(-1)?.push(line);
      else rest.push([line]);
      into = "rest";
    }
    afterBlank = isBlank(line);
  }
  return {
    items: items
      .map(({ first, at, further }) => ({ text: gathered(first, further, 2), at }))
      .filter(({ text }) => plainValue(text) !== ""),
    rest,
  };
};
