// Why: keys that nobody here knows, refused edits: kept, and nothing else changes.
import type { Entries } from "../../../core/extras.ts";
import { builderOf } from "../roster.ts";
import type { State, Story } from "../state.ts";
import { type Evolve, marked } from "./change.ts";

type Table = { readonly [K in "ExtrasKept" | "EditRefused"]: Evolve<K> };

/** An Executor that a story's key `agent` names builds it. */
const builderIn = (value: readonly (readonly [string, string])[]): string | null => {
  const text = value.find(([key]) => key === "agent")?.[1] ?? "";
  const name = /^"(.*)"$/u.exec(text)?.[1] ?? "";
  return builderOf(name);
};

type Kept = Parameters<Table["ExtrasKept"]>[1]["data"];

/** Of many objects at once, each looked up. */
const kept = (state: State, { file, pointer, value, more = [] }: Kept): State => {
  const values = new Map<string, Entries>(
    [{ pointer, value }, ...more].map((one) => [one.pointer, one.value]),
  );
  const extras = [
    ...state.extras.filter((one) => one.file !== file || !values.has(one.pointer)),
    ...[...values].map(([at, entries]) => ({ file, pointer: at, entries })),
  ];
  const isStory = [...values.keys()].some((name) => name.startsWith("story:"));
  const built = (story: Story): Story => {
    const given = values.get(`story:${story.id}`);
    return given === undefined ? story : { ...story, builder: builderIn(given) };
  };
  const epics = isStory
    ? state.epics.map((epic) => ({ ...epic, stories: epic.stories.map(built) }))
    : state.epics;
  return { ...state, extras, epics };
};

export const records: Table = {
  ExtrasKept: (state, { data }) => marked(kept(state, data), data.entry),
  EditRefused: (state, { at, data }) => ({ ...state, refused: { ...data, at } }),
};
