// The progress file: its head with the patterns, and an entry a pass. Old entries stay as they are.
import { oneLine } from "../../core/words/quote.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { placeOf } from "../../core/json/json.ts";

/** What a pass hands on, and its result. */
export type Entry = {
  readonly at: string;
  readonly story: string;
  readonly summary: string;
  readonly learnings: readonly string[];
  readonly patterns: readonly string[];
  /** Example: `passed (2 checks green on 4f1c2aa, 3 of 3 criteria met)`. */
  readonly result: string;
};

const firstEntry = /^## .*\d{4}-\d\d-\d\d/mu;
const patternsHead = /^## Codebase Patterns[ \t]*$/mu;
const endOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** The head ends at the first heading with a date. */
export const partsOf = (text: string): { readonly head: string; readonly body: string } => {
  const at = text.search(firstEntry);
  return at === -1 ? { head: text, body: "" } : { head: text.slice(0, at), body: text.slice(at) };
};

export const newProgress = (at: string): string => `# Ralph Progress Log\nStarted: ${at}\n---\n`;

/** The last entries, for the next agent. */
export const lastEntries = (text: string, count: number): string =>
  partsOf(text)
    .body.split(/^(?=## )/mu)
    .slice(-count)
    .join("")
    .trim();

/** The list below "Codebase Patterns". */
export const patternsIn = (text: string): readonly string[] => {
  const { head } = partsOf(text);
  const at = patternsHead.exec(head);
  if (at === null) return [];
  const [own = ""] = head.slice(at.index + at[0].length).split(/^(?:## |---)/mu);
  return own.split(/\r?\n/u).flatMap((line) => /^- (.+)$/u.exec(line.trim())?.[1] ?? []);
};

/** Appends new patterns to the list, without duplicates; creates the list if it is missing. */
const withPatterns = (text: string, patterns: readonly string[]): string => {
  const known = new Set(patternsIn(text));
  const fresh = [...new Set(patterns.map((one) => oneLine(one)))].filter((one) => !known.has(one));
  if (fresh.length === 0) return text;
  const eol = endOf(text);
  const lines = fresh.map((one) => `- ${one}${eol}`).join("");
  const { head, body } = partsOf(text);
  const at = patternsHead.exec(head);
  if (at === null)
    return `${head.trimEnd()}${eol}${eol}## Codebase Patterns${eol}${lines}${eol}${body}`;
  const from = at.index + at[0].length;
  const own = head.slice(from).split(/^(?:## |---)/mu, 1)[0] ?? "";
  const end = from + own.trimEnd().length;
  return `${head.slice(0, end)}${eol}${lines.trimEnd()}${head.slice(end)}${body}`;
};

const appended = (text: string, more: string): string => {
  const eol = endOf(text);
  const gap = text === "" || text.endsWith("\n\n") || text.endsWith("\r\n\r\n") ? "" : eol;
  return `${text}${text === "" || text.endsWith("\n") ? "" : eol}${gap}${more}`;
};

export const withEntry = (text: string, entry: Entry): string => {
  const { at, story, summary, learnings, patterns, result } = entry;
  const lines = [
    `## ${at} - ${oneLine(story)}`,
    `- ${oneLine(summary, 2_000)}`,
    `- Result: ${oneLine(result, 2_000)}`,
    ...(learnings.length === 0 ? [] : ["- **Learnings:**"]),
    ...learnings.map((one) => `  - ${oneLine(one, 2_000)}`),
    "---",
  ];
  const eol = endOf(text);
  return appended(withPatterns(text, patterns), `${lines.join(eol)}${eol}`);
};

export type ProgressEdit = { readonly head: string | null; readonly added: string };
/** The file with an edit applied: byte for byte the edited one, if nothing came to it since. */
export const withEdit = (text: string, { head, added }: ProgressEdit): string => {
  const whole = head === null ? text : `${head}${partsOf(text).body}`;
  if (/^\r?\n/u.test(added)) return `${whole.trimEnd()}${added}`;
  return added === "" ? whole : appended(whole, added);
};

/** The changes that an edited copy of the file makes. Refusal: ENTRY_IMMUTABLE. */
export const editOf = (path: Path, before: string, after: string): ProgressEdit | Refusal => {
  const [was, is] = [partsOf(before), partsOf(after)];
  const old = was.body.trimEnd();
  if (!is.body.startsWith(old)) {
    const rows = is.body.split("\n");
    const other = old.split("\n").findIndex((line, row) => rows[row] !== line);
    const same = rows.slice(0, other).reduce((sum, line) => sum + line.length + 1, 0);
    return refuse("ENTRY_IMMUTABLE", "an entry that stands was changed or taken away", {
      path,
      ...placeOf(after, is.head.length + Math.min(same, is.body.length)),
      fits: "new entries at the end, or lines above the first one",
    });
  }
  const added = is.body.slice(old.length);
  return { head: is.head === was.head ? null : is.head, added: added.trim() === "" ? "" : added };
};
