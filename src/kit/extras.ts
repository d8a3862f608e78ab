// Unknown keys of a run's files, as events keep them.
import type { Entries } from "./document/extras.ts";
import type { Life } from "../core/row.ts";
import { readJson } from "../core/json/json.ts";
import { isRefusal, type Refusal } from "../core/refusal.ts";
import { type Extras, extrasAt, withKept } from "./document/unknown-keys.ts";
import { commandsOn } from "./command.ts";
import { eventsOn } from "./event.ts";
import * as t from "./schema.ts";

export const entries = t.list(t.pair(t.text, t.text));
/** Written into a file as they are, so each must be JSON, and stand once. */
export const unknownKeys = t.where(
  entries,
  (pairs) =>
    new Set(pairs.map(([key]) => key)).size === pairs.length &&
    pairs.every(([, text]) => !isRefusal(readJson(text))),
  "must be the texts of JSON values, each of a key of its own",
);

type Keeping = {
  readonly when: readonly Life[];
  /** What an object has for which none were ever kept; null if its file may show some. */
  readonly none: Entries | null;
  /** Schema of unknown keys as [key, JSON text]. */
  readonly value?: t.Schema<[string, string][]>;
  /** @param kept all of the run's after the edit */
  refused(kept: readonly Extras[], edit: Extras): Refusal | null;
};

export const keepingExtras = <S extends { readonly extras: readonly Extras[] }>({
  when,
  none,
  value = entries,
  refused,
}: Keeping) => {
  const extrasKept = eventsOn<S>().event("ExtrasKept", {
    means: "Unknown parts of a file were kept.",
    data: { file: t.text, pointer: t.text, entries },
    line: (kept) => `${kept.file}: ${kept.entries.map(([key]) => key).join(", ")}`,
    apply: (state, kept) => ({ ...state, extras: withKept(state.extras, kept) }),
  });
  const keepExtras = commandsOn<S, ReturnType<typeof extrasKept>>().command("KeepExtras", {
    means: "Keeps keys of a file that the rules do not know.",
    data: {
      file: t.text,
      pointer: t.text,
      value: t.means("unknown keys as [key, JSON text]", value),
    },
    who: ["file"],
    when,
    decide(state, { value: given, ...place }) {
      const before = extrasAt(state.extras, place.file, place.pointer) ?? none;
      if (JSON.stringify(before) === JSON.stringify(given)) return [];
      const edit = { ...place, entries: given };
      return refused(withKept(state.extras, edit), edit) ?? [extrasKept(edit)];
    },
  });
  return { events: { extrasKept }, commands: { keepExtras } };
};
