// The PRD file: the stories that its text tells of, in every published variant, and the splices that the engine makes.
import type { Finding } from "../../core/run-files.ts";
import { type JsonNode, kinds, member, pointTo } from "../../core/json/json.ts";
import {
  type Doc,
  findingsOf,
  openDoc,
  type Remarks,
  remarks,
} from "../../kit/document/remarks.ts";
import { added, replaced } from "../../core/json/splice.ts";

export type Story = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly criteria: readonly string[];
  /** Lower numbers come first; null comes last. */
  readonly priority: number | null;
  readonly after: readonly string[];
  readonly notes: string;
  /** As stated in the file. */
  readonly passed: boolean;
};
export type Prd = {
  readonly title: string;
  readonly branch: string;
  readonly description: string;
  readonly stories: readonly Story[];
};
type List = Extract<JsonNode, { readonly is: "array" }>;

/** Accepted key names; the first one present is used. */
const names = {
  title: ["title", "name"],
  description: ["description"],
  criteria: ["acceptanceCriteria", "acceptance_criteria", "acceptance", "criteria", "steps"],
  priority: ["priority"],
  after: ["dependsOn", "dependencies", "deps"],
  notes: ["notes"],
  passed: ["passes", "status", "complete", "completed", "done", "tested"],
} as const;
const lists = ["userStories", "stories", "features", "tasks", "items"];
const doneWords = ["done", "complete", "completed", "passed", "closed"];
const openWords = ["open", "todo", "pending", "backlog", "not_started", "in_progress", "active"];
const urgency: Readonly<Record<string, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

const keyOf = (node: JsonNode, keys: readonly string[]): string | null =>
  keys.find((key) => member(node, key) !== null) ?? null;
const valueOf = (node: JsonNode, keys: readonly string[]): JsonNode | null => {
  const key = keyOf(node, keys);
  return key === null ? null : member(node, key);
};
const textOf = (node: JsonNode | null): string =>
  node?.is === "string" || node?.is === "number" ? String(node.value).trim() : "";

type Listed = { readonly node: List; readonly pointer: string };
const listIn = (node: JsonNode, pointer: string): Listed | null => {
  if (node.is === "array") return { node, pointer };
  const key = lists.find((name) => member(node, name)?.is === "array");
  const list = key === undefined ? null : member(node, key);
  return key === undefined || list?.is !== "array"
    ? null
    : { node: list, pointer: pointTo(pointer, key) };
};
/** Returns null if the file has no known form. */
const listOf = (root: JsonNode): Listed | null => {
  const inner = member(root, "prd");
  return listIn(root, "") ?? (inner === null ? null : listIn(inner, "/prd"));
};

/** Recognises a PRD under any file name: its stories have a passed flag or criteria. */
export const isPrd = (root: JsonNode): boolean => {
  const first = listOf(root)?.node.items[0];
  return (
    first !== undefined &&
    valueOf(first, names.title) !== null &&
    (member(first, "passes") !== null || valueOf(first, names.criteria) !== null)
  );
};

const idOf = (node: JsonNode, index: number): string =>
  textOf(member(node, "id")) || `S${index + 1}`;

type Told = (key: string, severity: Finding["severity"], code: string, text: string) => void;

const passedIn = (node: JsonNode, told: Told): boolean => {
  const key = keyOf(node, names.passed);
  const value = key === null ? null : member(node, key);
  if (key === null || value === null || value.is === "null") return false;
  if (value.is === "boolean") return value.value;
  const word = value.is === "string" ? value.value.trim().toLowerCase() : "";
  if (key === "status") {
    if (!doneWords.includes(word) && !openWords.includes(word))
      told(key, "warning", "VALUE_UNKNOWN", `status "${word}" counts as not passed`);
    return doneWords.includes(word);
  }
  if (word !== "true" && word !== "false")
    told(key, "error", "TYPE_WRONG", `${key} must be true or false; it counts as not passed`);
  return word === "true";
};

const priorityIn = (node: JsonNode, told: Told): number | null => {
  const value = member(node, "priority");
  if (value === null || value.is === "null") return null;
  const word = textOf(value).toLowerCase();
  const read = urgency[word] ?? Number(/^p?(-?\d+(?:\.\d+)?)$/u.exec(word)?.[1] ?? "x");
  if (!Number.isNaN(read)) return read;
  const known = `a number, P0, P1 …, or ${Object.keys(urgency).join(", ")}`;
  told("priority", "warning", "VALUE_UNKNOWN", `the priority isn't ${known}: the story goes last`);
  return null;
};

const criteriaIn = (
  node: JsonNode,
  { description, title }: Pick<Story, "description" | "title">,
  told: Told,
): readonly string[] => {
  const key = keyOf(node, names.criteria);
  const value = key === null ? null : member(node, key);
  const items = value?.is === "array" ? value.items : value === null ? [] : [value];
  const texts = items.map(textOf).filter((text) => text !== "");
  if (key !== null && texts.length < items.length)
    told(key, "error", "TYPE_WRONG", `${key} must hold texts; what is none is left out`);
  if (texts.length > 0) return texts;
  const instead = description === "" ? "title" : "description";
  told(key ?? "", "warning", "CRITERIA_EMPTY", `no criteria: its ${instead} is the one criterion`);
  return [description || title];
};

const storyIn = (doc: Doc, node: JsonNode, index: number, pointer: string, notes: Remarks) => {
  const told: Told = (key, severity, code, text) => {
    const value = key === "" ? null : member(node, key);
    const spot = value === null ? pointer : pointTo(pointer, key);
    notes.add({ doc, pointer: spot, at: (value ?? node).at }, severity, code, text);
  };
  if (textOf(member(node, "id")) === "")
    told("", "warning", "KEY_MISSING", `no id: the story is called S${index + 1} by its place`);
  const description = textOf(member(node, "description"));
  const title = textOf(valueOf(node, names.title)) || (description.split("\n", 1)[0] ?? "");
  if (title === "") told("", "error", "FIELD_INVALID", "the story has no title");
  const after = valueOf(node, names.after);
  return {
    id: idOf(node, index),
    title,
    description,
    criteria: criteriaIn(node, { description, title }, told),
    priority: priorityIn(node, told),
    after: after?.is === "array" ? after.items.map(textOf) : [],
    notes: textOf(member(node, "notes")),
    passed: passedIn(node, told),
  } satisfies Story;
};

/** Reports duplicate ids and invalid dependencies of stories. */
const judged = (doc: Doc, stories: readonly Story[], list: Listed, notes: Remarks): void => {
  const places = [...list.node.items.entries()].filter(([, { is }]) => is === "object");
  const all = new Set(stories.map(({ id }) => id));
  const ids = new Set<string>();
  stories.forEach(({ id, after }, place) => {
    const [index, { at }] = places[place] ?? [0, doc.root];
    const spot = { doc, pointer: pointTo(list.pointer, index), at };
    if (ids.has(id)) {
      const text = `two stories are called ${id} (one without an id by its place): give one another id`;
      notes.error(spot, "UNIT_REPEATED", text);
    }
    ids.add(id);
    for (const other of after)
      if (!all.has(other))
        notes.warn(spot, "UNIT_UNKNOWN", `${id} waits for ${other}: no such story`);
  });
};

/** Reads the stories of a PRD. Returns null and adds a remark if it isn't one. */
export const prdOf = (doc: Doc, notes: Remarks): Prd | null => {
  const list = listOf(doc.root);
  const spot = { doc, pointer: "", at: doc.root.at };
  if (list === null) {
    const text = `no list of stories: ${kinds[doc.root.is]} without ${lists.join(", ")}`;
    notes.error(spot, "FORMAT_UNKNOWN", text);
    return null;
  }
  const stories = list.node.items.flatMap((node, index) => {
    const pointer = pointTo(list.pointer, index);
    if (node.is === "object") return [storyIn(doc, node, index, pointer, notes)];
    notes.error({ doc, pointer, at: node.at }, "TYPE_WRONG", "a story must be an object");
    return [];
  });
  if (stories.length === 0) notes.error(spot, "PLAN_EMPTY", "the file holds no story");
  judged(doc, stories, list, notes);
  const text = (...keys: readonly string[]): string => textOf(valueOf(doc.root, keys));
  return {
    title: text("project", "name"),
    branch: text("branchName"),
    description: text("description"),
    stories,
  };
};

/** Reads a text as a PRD, with all remarks; `prd` is null if it isn't one. */
export const readPrd = (
  path: string,
  text: string,
): { readonly prd: Prd | null; readonly findings: readonly Finding[] } => {
  const notes = remarks();
  const doc = openDoc(path, text, notes);
  const prd = doc === null ? null : prdOf(doc, notes);
  return { prd, findings: findingsOf(notes.list) };
};

const nothing: Prd = { title: "", branch: "", description: "", stories: [] };
/** The stories of a text that was already checked. */
export const prdIn = (text: string): Prd => readPrd("prd.json", text).prd ?? nothing;

type Found = { readonly list: List; readonly node: Extract<JsonNode, { readonly is: "object" }> };
/** Applies a change to the story with this id; a text without that story stays unchanged. */
const onStory = (text: string, id: string, change: (found: Found) => string): string => {
  const doc = openDoc("", text, remarks());
  const list = doc === null ? undefined : listOf(doc.root)?.node;
  const node = list?.items.find((one, at) => idOf(one, at) === id);
  return list !== undefined && node?.is === "object" ? change({ list, node }) : text;
};

const wordIn = ({ list }: Found, words: readonly string[], otherwise: string): string =>
  list.items
    .map((one) => textOf(member(one, "status")))
    .find((word) => words.includes(word.toLowerCase())) ?? otherwise;

/** Sets a story's passed flag under the key that the file uses. */
export const withPassed = (text: string, id: string, passed: boolean): string =>
  onStory(text, id, (found) => {
    const key = keyOf(found.node, names.passed);
    const value = key === null ? null : member(found.node, key);
    if (passedIn(found.node, () => undefined) === passed) return text;
    if (value === null) return added(text, found.node, passed, "passes");
    if (key !== "status") return replaced(text, value, passed);
    const word = passed ? wordIn(found, doneWords, "done") : wordIn(found, openWords, "open");
    return replaced(text, value, word);
  });

/** Writes the format of the published loop. */
export const newPrd = (
  { title, branch, description }: Omit<Prd, "stories">,
  stories: readonly Pick<Story, "title" | "criteria">[],
): string =>
  `${JSON.stringify(
    {
      project: title,
      branchName: branch,
      description,
      userStories: stories.map((story, index) => ({
        id: `US-${String(index + 1).padStart(3, "0")}`,
        title: story.title,
        description: "",
        acceptanceCriteria: story.criteria,
        priority: index + 1,
        passes: false,
        notes: "",
      })),
    },
    null,
    2,
  )}\n`;

/**
 * Ids of stories that differ between two PRDs.
 * `work`: the requested work differs. `notesAlone`: only the notes differ.
 */
export const differences = (before: Prd, after: Prd) => {
  const had = new Map(before.stories.map((story) => [story.id, story]));
  const has = new Set(after.stories.map(({ id }) => id));
  const both = after.stories.flatMap((story) => {
    const old = had.get(story.id);
    const differs = (keys: readonly (keyof Story)[]): boolean =>
      old !== undefined &&
      keys.some((key) => JSON.stringify(old[key]) !== JSON.stringify(story[key]));
    const work = differs(["title", "description", "criteria"]);
    const order = differs(["priority", "after"]);
    return [{ story, old, id: story.id, work, order, notes: differs(["notes"]) }];
  });
  const ids = (fits: (one: (typeof both)[number]) => boolean): string[] =>
    both.filter(fits).map(({ id }) => id);
  return {
    added: ids(({ old }) => old === undefined),
    removed: before.stories.map(({ id }) => id).filter((id) => !has.has(id)),
    edited: both
      .filter(({ work, order, notes }) => work || order || notes)
      .map(({ id, work, order }) => ({ id, work, notesAlone: !work && !order })),
    passed: ids(({ story, old }) => story.passed && old?.passed !== true),
    unpassed: ids(({ story, old }) => !story.passed && old?.passed === true),
  };
};
