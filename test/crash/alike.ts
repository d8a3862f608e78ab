// Normalizer of two runs of the same work: strips names, times and durations.
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

export type Texts = Readonly<Record<string, string>>;

/** Path → text of all regular files, hidden ones too. */
export const textsIn = (folder: string, apart: readonly string[] = []): Texts => {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !apart.some((place) => path.startsWith(`${place}/`)))
    .sort();
  return Object.fromEntries(found.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const byText = (values: readonly unknown[]): readonly unknown[] =>
  [...new Set(values.map((value) => JSON.stringify(value)))]
    .sort()
    .map((text): unknown => JSON.parse(text));

/** Of a text: durations, digests, names of agents, sessions and tasks, the order in which test files came; and whether an explorer said it or its notes did. */
const plain = (text: string): string =>
  text
    .replace(/^\[from its file\] /, "")
    .replace(/duration_ms [\d.]+/g, "duration_ms")
    .replace(/\([\d.]+ms\)/g, "()")
    .replace(/\b[0-9a-f]{40}\b/g, "DIGEST")
    .replace(/\b(?:explorer|planner|task|verify)-[0-9a-f]{6}\b/g, "AGENT")
    .split("\n")
    .sort()
    .join("\n");

const isFailed = (value: unknown): boolean =>
  isRecord(value) && typeof value["content"] === "string" && value["content"].startsWith("[exit ");

const alikeValue = (value: unknown, name: string): unknown => {
  if (typeof value === "string") {
    if (/(_at|^timestamp)$/.test(name)) return "TIME";
    return name === "session_task_id" ? "SESSION" : plain(value);
  }
  if (Array.isArray(value)) {
    // Who came first, and how often a check was run or failed on the way, is not what came of it.
    const lasting: readonly unknown[] =
      name === "evidence_log" ? value.filter((item) => !isFailed(item)) : value;
    const items = lasting.map((item) => alikeValue(item, ""));
    return name === "evidence_log" ||
      name === "explorers" ||
      name === "key_files" ||
      name === "patterns" ||
      name === "constraints"
      ? byText(items)
      : items;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, alikeValue(inner, key)]),
  );
};

/** A session's files without what may differ between two runs of the same work. */
export const alike = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([path, text]) => {
      if (!path.endsWith(".json")) return [path, text];
      const value: unknown = JSON.parse(text);
      return [path, JSON.stringify(alikeValue(value, ""), null, 1)];
    }),
  );

/** What differs, a line a file, with the first line that does. */
export const differences = (expected: Texts, found: Texts, of: string): readonly string[] =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort().flatMap((path) => {
    const [should, is] = [expected[path], found[path]];
    if (should === is) return [];
    if (should === undefined) return [`${of}: ${path} is there, and shouldn't be`];
    if (is === undefined) return [`${of}: ${path} is missing`];
    const [wanted, has] = [should.split("\n"), is.split("\n")];
    const at = has.findIndex((line, index) => line !== wanted[index]);
    return [
      `${of}: ${path} differs at line ${at + 1}: ${(has[at] ?? "(its end)").slice(0, 300)} instead of ${(wanted[at] ?? "(its end)").slice(0, 300)}`,
    ];
  });
