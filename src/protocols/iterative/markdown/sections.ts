// Common parser of labels above sections and texts below headings, for brief, plan and context.
import { type Section, sourceOf, type Unknown } from "./document.ts";
import { itemsOf } from "./items.ts";
import { labelled } from "./labels.ts";
import { indentOf, isBlank, type Line } from "./lines.ts";
import { gathered, plainValue } from "./values.ts";

/** Results collected while reading. `anchor`: the last known block. */
export type Gathering = {
  readonly spots: Map<string, number>;
  readonly unknown: Unknown[];
  anchor: string;
};

export const gathering = (title: { readonly at: number } | null): Gathering => ({
  spots: new Map(title === null ? [] : [["#", title.at]]),
  unknown: [],
  anchor: "#",
});

export const strange = (
  { unknown, anchor }: Gathering,
  kind: Unknown["kind"],
  text: string,
  at: number,
): void => {
  if (text.trim() !== "") unknown.push({ anchor, kind, text, at });
};

const paragraph = (into: Gathering, lines: readonly Line[]): void =>
  strange(into, "text", sourceOf(lines), lines.find((line) => !isBlank(line))?.at ?? 0);

/** Index of the first line that continues nothing: at the left margin, after an empty line. */
export const apartAt = (lines: readonly Line[]): number => {
  const found = lines.findIndex(
    (line, index) =>
      index > 0 && isBlank(lines[index - 1] ?? line) && !isBlank(line) && indentOf(line.text) === 0,
  );
  return found < 0 ? lines.length : found;
};

/** Values of known labels by name, "" if they say "nothing"; the last of duplicate labels counts. `lists`: labels whose value is a list. */
export const headLabels = (
  text: string,
  lines: readonly Line[],
  canon: (name: string) => string,
  known: ReadonlySet<string>,
  into: Gathering,
  lists: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, { readonly value: string; readonly lines: readonly Line[] }> => {
  const { before, labels } = labelled(lines, canon);
  paragraph(into, before);
  const values = new Map<string, { readonly value: string; readonly lines: readonly Line[] }>();
  for (const label of labels) {
    if (!known.has(label.name)) {
      strange(into, "label", text.slice(label.at, label.end), label.at);
      continue;
    }
    into.anchor = label.name;
    into.spots.set(label.name, label.at);
    const end = lists.has(label.name) ? label.lines.length : apartAt(label.lines);
    const own = label.lines.slice(0, end);
    const value = gathered(
      label.first,
      own.map((line) => line.text),
      2,
    );
    values.set(label.name, { value: plainValue(value), lines: own });
    paragraph(into, label.lines.slice(end));
  }
  return values;
};

/** The text of a section as a value. */
export const textIn = (lines: readonly Line[]): string => {
  const start = lines.findIndex((line) => !isBlank(line));
  const [first, ...further] = start < 0 ? [] : lines.slice(start).map(({ text }) => text);
  if (first === undefined) return "";
  // The first line is indented, too, if it looks like structure.
  return plainValue(
    indentOf(first) < 2 ? gathered(first, further, 2) : gathered("", [first, ...further], 2),
  );
};

export const listIn = (lines: readonly Line[], into: Gathering): readonly string[] => {
  const { items, rest } = itemsOf(lines);
  for (const part of rest) if (textIn(part) !== "") paragraph(into, part);
  return items.map(({ text }) => text);
};

export const enter = (into: Gathering, { at }: Section, name: string): void => {
  into.anchor = `## ${name}`;
  into.spots.set(into.anchor, at);
};
