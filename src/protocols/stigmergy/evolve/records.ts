// Why: keys that nobody here knows, refused edits: kept, and nothing else changes.
import type { Entries } from "../../../core/extras.ts";
import { withKept } from "../../../core/kept-extras.ts";
import { builderOf } from "../roster.ts";
import type { State } from "../state.ts";
import { changeStory, type Evolve, marked } from "./change.ts";

type Table = { readonly [K in "ExtrasKept" | "EditRefused"]: Evolve<K> };

/** An Executor that a story's key `agent` names builds it. */
const builderIn = (value: readonly (readonly [string, string])[]): string | null => {
  const text = value.find(([key]) => key === "agent")?.[1] ?? "";
  const name = /^"(.*)"$/u.exec(text)?.[1] ?? "";
  return builderOf(name);
};

const kept = (state: State, file: string, pointer: string, value: Entries): State => {
  const next = { ...state, extras: withKept(state.extras, { file, pointer, entries: value }) };
  const story = pointer.startsWith("story:") ? pointer.slice("story:".length) : null;
  return story === null ? next : changeStory(next, story, (one) => ({ ...one, builder: builderIn(value) }));
};

export const records: Table = {
  ExtrasKept: (state, { data: { file, pointer, value, more = [], entry } }) =>
    marked(
      [{ pointer, value }, ...more].reduce<State>((now, one) => kept(now, file, one.pointer, one.value), state),
      entry,
    ),
  EditRefused: (state, { at, data }) => ({ ...state, refused: { ...data, at } }),
};
