// Reader of a JSON object by its declared keys, as anybody may have written it.
import { type Extra, type Fields, fieldsOf } from "../../../core/fields.ts";
import type { JsonNode } from "../../../core/json.ts";
import type { Remarks, Spot } from "../../../core/remarks.ts";
import type { Declared, Keys } from "../files/keys.ts";

type Value<N> = N extends { readonly list: Declared<infer K> }
  ? readonly Seen<K>[]
  : N extends "texts"
    ? readonly string[] | null
    : N extends "flag"
      ? boolean | null
      : string | null;

/** What was read of an object. `at`: where a key's value stands. */
export type Seen<K extends Keys<never>> = {
  readonly [N in keyof K]: Value<K[N][1]>;
} & { readonly extras: readonly Extra[]; readonly spot: Spot; readonly at: Fields["at"] };

const valueOf = (
  fields: Fields,
  name: string,
  [need, kind]: Keys<never>[string],
  notes: Remarks,
) => {
  if (typeof kind !== "string")
    return (fields.list(name, need) ?? []).flatMap(
      ({ node, spot }) => seenObject(kind.list, node, spot, notes) ?? [],
    );
  if (kind === "flag") return fields.truth(name, need);
  return kind === "texts" ? fields.texts(name, need) : fields.text(name, need);
};

const isSeen = <K extends Keys<never>>(keys: K, values: object): values is Seen<K> =>
  Object.keys(keys).every((name) => Object.hasOwn(values, name));

/** null: it is no object, which is remarked. */
export const seenObject = <K extends Keys<never>>(
  { keys, otherwise }: Declared<K>,
  node: JsonNode,
  spot: Spot,
  notes: Remarks,
): Seen<K> | null => {
  if (node.is !== "object") {
    notes.add(spot, "error", spot.pointer === "" ? "FILE_BROKEN" : "TYPE_WRONG", otherwise);
    return null;
  }
  const fields = fieldsOf(spot, node, notes);
  const values = Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [name, valueOf(fields, name, key, notes)]),
  );
  const seen = { ...values, extras: fields.extras(), spot, at: fields.at };
  return isSeen(keys, seen) ? seen : null;
};
