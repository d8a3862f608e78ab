// Why: keys that nobody here knows, refused edits: kept, and nothing else changes.
import { withKept } from "../../../core/kept-extras.ts";
import { builderOf } from "../roster.ts";
import { changeStory, type Evolve, marked } from "./change.ts";

type Table = { readonly [K in "ExtrasKept" | "EditRefused"]: Evolve<K> };

/** An Executor that a story's key `agent` names builds it. */
const builderIn = (value: readonly (readonly [string, string])[]): string | null => {
  const text = value.find(([key]) => key === "agent")?.[1] ?? "";
  const name = /^"(.*)"$/u.exec(text)?.[1] ?? "";
  return builderOf(name);
};

export const records: Table = {
  ExtrasKept: (state, { data }) => {
    const { file, pointer, value } = data;
    const kept = { ...state, extras: withKept(state.extras, { file, pointer, entries: value }) };
    const story = pointer.startsWith("story:") ? pointer.slice("story:".length) : null;
    return marked(story === null ? kept : changeStory(kept, story, (one) => ({ ...one, builder: builderIn(value) })), data.entry);
  },
  EditRefused: (state, { at, data }) => ({ ...state, refused: { ...data, at } }),
};
