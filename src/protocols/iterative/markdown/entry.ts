// Parser of one entry of progress.md: heading, labels, commit and signal.
import { labelled, spelled } from "./labels.ts";
import { headingOf, linesOf } from "./lines.ts";
import { gathered, plainValue } from "./values.ts";

export const entryLabels = [
  "Did",
  "Remaining",
  "Blockers",
  "Checked",
  "Result",
  "Checks",
  "Output",
  "Issues",
  "Signal",
  "Commit",
] as const;
const kinds = [
  "Iteration",
  "Confirmation",
  "Tests",
  "Gate",
  "Verification",
  "Note",
  "Fix",
  "Revise",
  "Person",
] as const;
const subjects = ["Review", "Run", "Recovery"] as const;

export type Entry = {
  /** Without its `#` marks. */
  readonly heading: string;
  /** Id of a unit, or Review, Run, Recovery; other texts as written. */
  readonly subject: string;
  /** As written (`Iteration`); known kinds in their standard spelling. */
  readonly kind: string;
  readonly number: number | null;
  /** As written; null if there is none. */
  readonly time: string | null;
  /** In order; known names in their standard spelling. "" for text before the first label. */
  readonly labels: readonly (readonly [string, string])[];
};

const labelName = spelled([...entryLabels, "Commit/Output", "Delta"]);
const kindName = spelled(kinds);
const subjectName = spelled(subjects);

const subjectOf = (text: string): string =>
  /^[trdap]\d+$/iu.test(text) ? text.toUpperCase() : subjectName(text);

type Heading = Omit<Entry, "labels">;

/** `Iteration 2`, `Iteration #2`. */
const numbered = (what: string): { readonly words: string; readonly number: number | null } => {
  let at = what.length;
  while (at > 0 && /\d/u.test(what[at - 1] ?? "")) at -= 1;
  const digits = what.slice(at);
  if (digits === "" || digits.length > 9) return { words: what.trim(), number: null };
  return { words: what.slice(0, at).replace(/#$/u, "").trim(), number: Number(digits) };
};

/** Parses `{subject} - {kind} {n} - {time}` with any dash; null if it names no kind of entry. */
export const entryHeading = (heading: string): Heading | null => {
  const [subject = "", what, ...rest] = heading
    .split(/(?<=[ \t])[-\u2013\u2014](?=[ \t])/u)
    .map((part) => part.trim());
  const { words, number } = numbered(what ?? "");
  if (subject === "" || words === "") return null;
  const time = rest.join(" - ").trim();
  return {
    heading,
    subject: subjectOf(subject.replaceAll("**", "").trim()),
    kind: kindName(words),
    number,
    time: plainValue(time) === "" ? null : time,
  };
};

/** Whether a heading is certainly that of an entry: a known subject or a unit, and a known kind. */
export const isEntryKind = (heading: Omit<Entry, "labels"> | null): boolean =>
  heading !== null &&
  kinds.some((kind) => kind === heading.kind) &&
  (/^[TRDAP]\d+$/u.test(heading.subject) ||
    subjects.some((subject) => subject === heading.subject));

/** Reads one entry from its heading (level 2 or 3); null if the heading isn't that of an entry. Labels inside code fences are text. */
export const readEntry = (raw: string): Entry | null => {
  const [first, ...lines] = linesOf(raw);
  const title = first === undefined ? null : headingOf(first);
  const heading =
    title === null || title.level < 2 || title.level > 3 ? null : entryHeading(title.text);
  if (heading === null) return null;
  const { before, labels } = labelled(lines, labelName);
  const text = gathered(
    "",
    before.map((line) => line.text),
    2,
  );
  return {
    ...heading,
    labels: [
      ...(text === "" ? [] : [["", text] as const]),
      ...labels.map(({ name, value }) => [name, value] as const),
    ],
  };
};

/** Value of a label, "" if it says "nothing"; null if there is no such label. The last of several counts. */
export const saidIn = ({ labels }: Pick<Entry, "labels">, name: string): string | null => {
  const found = labels.findLast(([one]) => one === name);
  return found === undefined ? null : plainValue(found[1]);
};

const hash = /\b[0-9a-f]{7,40}\b/u;

/** Commit, or its name in older entries (`Commit/Output`, `Output`, `Delta`) if the value is a hash. */
export const commitIn = (entry: Pick<Entry, "labels">): string | null =>
  saidIn(entry, "Commit") ??
  ["Commit/Output", "Output", "Delta"]
    .map((name) => saidIn(entry, name))
    .find((text) => hash.test(text ?? "")) ??
  null;

/** The signal's name without markup (`<signal>`, backticks); null if there is none. Spaces inside the tag make it invalid. */
export const signalIn = (entry: Pick<Entry, "labels">): string | null => {
  const text = (saidIn(entry, "Signal") ?? "").trim();
  const bare = (/^(`+)([^`\n]+)\1$/u.exec(text)?.[2] ?? text).trim();
  const name = /^<signal>([^<>\n]*)<\/signal>$/u.exec(bare)?.[1] ?? bare;
  return name.trim() === "" || name.includes("\n") ? null : name;
};
