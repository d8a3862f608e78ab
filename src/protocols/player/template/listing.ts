// Entries of the template index (index.json): a cache for other programs, never trusted here.
import { plain, readJson } from "../../../core/json/json.ts";
import { isRecord } from "../../../core/json/record.ts";
import { isRefusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { readTemplate } from "./read-template.ts";

/** An entry of `index.json`; `node_count` counts work nodes. */
export type Entry = {
  readonly template_id: string;
  readonly name: string;
  readonly path: Path;
  readonly tags: readonly string[];
  readonly created_at: string | null;
  readonly node_count: number;
};

/** Returns null if it isn't a template. */
export const entryOf = (path: Path, text: string): Entry | null => {
  const template = readTemplate(text);
  if (isRefusal(template)) return null;
  const { id, name, tags, createdAt, metadata } = template;
  return {
    template_id: id,
    name,
    path,
    tags,
    created_at: createdAt,
    node_count: metadata.nodeCount,
  };
};

/** The entries of an index in their original form; null if it can't be read. */
const entriesIn = (
  text: string,
): {
  readonly rest: Readonly<Record<string, unknown>>;
  readonly entries: readonly unknown[];
} | null => {
  const node = readJson(text);
  const value = isRefusal(node) ? null : plain(node);
  const entries = isRecord(value) ? value["templates"] : null;
  return isRecord(value) && Array.isArray(entries) ? { rest: value, entries } : null;
};

/**
 * Adds this entry to the index or replaces the one with its path; all else stays. `broken`: the index was unreadable and has been
 * rebuilt from the folder's templates, so its old bytes must be backed up.
 */
export const indexWith = (
  text: string | null,
  entry: Entry,
  folder: readonly Entry[],
): { readonly text: string; readonly broken: boolean } => {
  const found = text === null ? null : entriesIn(text);
  const before: readonly unknown[] =
    found?.entries ?? folder.filter(({ path }) => path !== entry.path);
  const at = before.findIndex((one) => isRecord(one) && one["path"] === entry.path);
  const templates = at === -1 ? [...before, entry] : before.with(at, entry);
  return {
    text: `${JSON.stringify({ ...found?.rest, templates }, null, 2)}\n`,
    broken: text !== null && found === null,
  };
};
