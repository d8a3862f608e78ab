// The epics and stories of a found file as they stand; their ids, which everything else names, are checked first.
import type { JsonNode } from "../../../core/json/json.ts";
import type { Extras } from "../../../kit/document/unknown-keys.ts";
import * as form from "../files/form.ts";
import { objectAt } from "../files/layout.ts";
import { epicsLimit, storiesLimit } from "../limits.ts";
import { epicStatus, stateFile } from "../manifest.ts";
import { builderOf } from "../roster.ts";
import type { StoryStatus } from "../state.ts";
import { fieldsOf, type Fields } from "./fields.ts";
import { listIn } from "./lists.ts";
import { type At, noteKind, type Notes, quoted } from "./notes.ts";
import { wordOf } from "./word-of.ts";
import { vocabulary } from "./words.ts";

export type FoundStory = {
  readonly id: string;
  readonly title: string;
  readonly status: StoryStatus;
  readonly approved: boolean;
  readonly builder: string | null;
};
export type FoundEpic = {
  readonly id: number;
  readonly title: string;
  readonly stories: readonly FoundStory[];
};
export type FoundManifest = {
  readonly epics: readonly FoundEpic[];
  readonly extras: readonly Extras[];
};

/** Indentation of each object's keys in the new file. */
export const depth = {
  root: "  ",
  manifest: "    ",
  epic: "        ",
  story: "            ",
  issue: "      ",
} as const;

/** A current status, or the meaning of an older one; null for any other. */
export const storyStatusOf = (
  fields: Fields,
  notes: Notes,
): { readonly status: StoryStatus; readonly word: string } | null => {
  const word = fields.text("status");
  const status = word === null ? null : wordOf(fields, "status", word, vocabulary.story, notes);
  return word === null || status === null ? null : { status, word };
};

/** Used in a path. */
const isId = (id: string): boolean =>
  id.length <= 200 && id === id.trim() && /^[^/\\\p{Cc}]+$/u.test(id);

export const builderAt = (fields: Fields): string | null => {
  const agent = fields.get("agent")?.node;
  return agent?.is === "string" ? builderOf(agent.value) : null;
};

const storyOf = (at: At, notes: Notes, kept: Extras[]): FoundStory | null => {
  const fields = fieldsOf(at, form.story, notes);
  if (at.node.is !== "object") {
    noteKind(notes, "a story", at, "an object");
    return null;
  }
  const id = fields.text("story_id");
  const title = fields.text("title");
  const read = storyStatusOf(fields, notes);
  if (id !== null && !isId(id))
    notes.wrong(
      fields.spot("story_id"),
      "MANIFEST_INVALID",
      `${quoted(id)} can't be the id of a story, which names its file`,
    );
  if (id === null || title === null || read === null || !isId(id)) return null;
  kept.push({ file: stateFile, pointer: objectAt.story(id), entries: fields.extras(depth.story) });
  const approved = read.status !== "PENDING" || read.word.trim().toUpperCase() === "APPROVED";
  return { id, title, status: read.status, approved, builder: builderAt(fields) };
};

/** The number in a text; null if there is none, or several. */
const numberIn = (text: string): number | null => {
  const [only, ...more] = text.match(/\d{1,9}/gu) ?? [];
  return only === undefined || more.length > 0 ? null : Number(only);
};

/** A plain number is assigned before numbers within other texts. */
const plainNumber = (node: JsonNode | null): number | null =>
  node?.is === "string" && /^\d{1,9}$/u.test(node.value) ? Number(node.value) : null;

const epicIds = (list: readonly Fields[], notes: Notes): readonly (number | null)[] => {
  const given = list.map((fields) => fields.get("epic_id")?.node ?? null);
  const numbers = new Set(given.flatMap((node) => (node?.is === "number" ? [node.value] : [])));
  const taken = new Set([...numbers, ...given.flatMap((node) => plainNumber(node) ?? [])]);
  const claimed = new Set(numbers);
  return list.map((fields, index) => {
    const node = given[index] ?? null;
    const spot = fields.spot("epic_id");
    if (node?.is === "number") {
      if (!Number.isFinite(node.value))
        notes.wrong(spot, "MANIFEST_INVALID", "the epic's id is larger than any number");
      return node.value;
    }
    if (node?.is !== "string") {
      if (node === null) notes.wrong(spot, "KEY_MISSING", "the key epic_id is missing");
      else noteKind(notes, "epic_id", { spot, node }, "a number");
      return null;
    }
    const exact = plainNumber(node);
    let id = exact ?? numberIn(node.value) ?? 1;
    if (exact === null || claimed.has(exact)) while (taken.has(id)) id += 1;
    taken.add(id);
    claimed.add(id);
    notes.old(
      spot,
      "TYPE_WRONG",
      `the epic's id ${quoted(node.value)} is a text: it is read as ${id}`,
    );
    return id;
  });
};

const epicOf = (
  fields: Fields,
  id: number | null,
  notes: Notes,
  kept: Extras[],
): FoundEpic | null => {
  const title = fields.text("title");
  const word = fields.text("status");
  if (word !== null) wordOf(fields, "status", word, vocabulary.epic, notes);
  const items = listIn(fields, "stories", "must", notes);
  const stories = (items ?? []).flatMap((story) => storyOf(story, notes, kept) ?? []);
  if (id === null || title === null) return null;
  const old = fields.get("epic_id")?.node;
  const ref =
    old?.is === "string" && old.value !== String(id)
      ? ([["epic_ref", JSON.stringify(old.value)]] as const)
      : [];
  kept.push({
    file: stateFile,
    pointer: objectAt.epic(id),
    entries: [...fields.extras(depth.epic), ...ref],
  });
  const derived = epicStatus({ stories });
  if (items !== null && word !== null && word !== derived)
    notes.odd(
      fields.spot("status"),
      "EPIC_DERIVED",
      `epic ${id} says ${quoted(word)}; by its stories it is ${derived}`,
    );
  return { id, title, stories };
};

const twice = (ids: readonly (string | number)[]): string | number | null => {
  const seen = new Set<string | number>();
  return ids.find((id) => seen.size === seen.add(id).size) ?? null;
};

/** The list of `epics` in `project_manifest`. */
export const epicsOf = (items: readonly At[], spot: At["spot"], notes: Notes): FoundManifest => {
  const kept: Extras[] = [];
  const objects = items.filter(({ node }) => node.is === "object");
  for (const item of items)
    if (item.node.is !== "object") noteKind(notes, "an epic", item, "an object");
  const fields = objects.map((item) => fieldsOf(item, form.epic, notes));
  const ids = epicIds(fields, notes);
  const epics = fields.flatMap((one, index) => epicOf(one, ids[index] ?? null, notes, kept) ?? []);
  const stories = epics.flatMap((epic) => epic.stories);
  const double = twice(epics.map(({ id }) => id)) ?? twice(stories.map(({ id }) => id));
  if (double !== null)
    notes.wrong(spot, "MANIFEST_INVALID", `the id ${quoted(String(double))} stands there twice`);
  if (epics.length > epicsLimit || stories.length > storiesLimit)
    notes.wrong(
      spot,
      "FIELD_OVERSIZED",
      `there are more than ${epicsLimit} epics or ${storiesLimit} stories`,
    );
  return { epics, extras: kept };
};
