// Parser of bold labels (`**Name:** value`): their begin, end and spelling.
import { indentOf, isBlank, type Line } from "./lines.ts";
import { gathered } from "./values.ts";

/** `value`: may also be a word for "nothing". `lines`: all of its lines except the first. */
export type Label = {
  readonly name: string;
  readonly value: string;
  /** Text on the label's own line. */
  readonly first: string;
  readonly at: number;
  /** End of its last non-blank line. */
  readonly end: number;
  readonly lines: readonly Line[];
};
export type Labelled = { readonly before: readonly Line[]; readonly labels: readonly Label[] };

type Opened = { readonly bullet: boolean; readonly name: string; readonly rest: string };

const form = /^ ?([-*][ \t]+)?\*\*([^*:]{1,60})(?::[ \t]*\*\*|\*\*[ \t]*:)[ \t]*([^\n]*)$/u;

const opened = (line: Line): Opened | null => {
  const found = line.fenced || indentOf(line.text) > 1 ? null : form.exec(line.text);
  return found === null
    ? null
    : { bullet: found[1] !== undefined, name: (found[2] ?? "").trim(), rest: found[3] ?? "" };
};

export const lastEnd = (lines: readonly Line[], otherwise: number): number =>
  lines.findLast((line) => !isBlank(line))?.end ?? otherwise;

/**
 * Reads `**Name:** value` or `**Name**: value`, up to the next label. Bulleted labels count only if the first one is bulleted; in other
 * entries they are part of the value. `canon` normalises names.
 */
export const labelled = (lines: readonly Line[], canon: (name: string) => string): Labelled => {
  const starts: { readonly index: number; readonly open: Opened }[] = [];
  for (const [index, line] of lines.entries()) {
    const open = opened(line);
    if (open !== null && (!open.bullet || (starts[0]?.open.bullet ?? true)))
      starts.push({ index, open });
  }
  return {
    before: lines.slice(0, starts[0]?.index ?? lines.length),
    labels: starts.map(({ index, open }, n) => {
      const further = lines.slice(index + 1, starts[n + 1]?.index ?? lines.length);
      const line = lines[index];
      return {
        name: canon(open.name),
        value: gathered(
          open.rest,
          further.map(({ text }) => text),
          2,
        ),
        first: open.rest,
        at: line?.at ?? 0,
        end: lastEnd(further, line?.end ?? 0),
        lines: further,
      };
    }),
  };
};

/** Standard spelling of a known name, ignoring case; other names as written. */
export const spelled = (names: readonly string[]): ((name: string) => string) => {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  return (name) => known.get(name.toLowerCase()) ?? name;
};
