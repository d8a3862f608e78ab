// Unknown keys of an adopted session: returned to their places; oversized ones are quarantined.
import type { Quarantined } from "../../../core/dialect.ts";
import type { Extra } from "../../../core/fields.ts";
import { pointTo } from "../../../core/json.ts";
import { type Extras, extrasSize, extrasText } from "../../../core/unknown-keys.ts";
import { stateFile } from "../files/session.ts";
import { extrasLimit } from "../limits.ts";
import type { SeenNode } from "./node.ts";
import type { SeenSession } from "./session.ts";

type Kept = { readonly extras: readonly Extras[]; readonly quarantined: readonly Quarantined[] };

/** The template defines whether a gate waits; without a template, the original value is kept. */
const ofNode = (seen: SeenNode, playable: boolean): readonly Extra[] =>
  seen.auto === null || playable ? seen.extras : [["auto_continue", seen.auto], ...seen.extras];

/** `stands`: the file's own plan is used. `playable`: a template exists */
export const unknownKeys = (
  session: SeenSession | null,
  { stands, playable }: { readonly stands: boolean; readonly playable: boolean },
): Kept => {
  const all: readonly Extras[] =
    session === null
      ? []
      : [
          { file: stateFile, pointer: "", entries: session.extras },
          ...(stands ? (session.plan ?? []) : []).map(({ extras }, index) => ({
            file: stateFile,
            pointer: `/execution_plan/${index}`,
            entries: extras,
          })),
          ...session.nodes.map((seen) => ({
            file: stateFile,
            pointer: pointTo("/node_states", seen.id),
            entries: ofNode(seen, playable),
          })),
        ];
  const found = all.filter(({ entries }) => entries.length > 0);
  const extras: Extras[] = [];
  const quarantined: Quarantined[] = [];
  let room = extrasLimit;
  for (const one of found) {
    const takes = extrasSize(one.entries);
    if (takes <= room) {
      extras.push(one);
      room -= takes;
    } else
      quarantined.push({
        path: one.file,
        why: `FIELD_OVERSIZED: with the unknown keys at ${one.pointer === "" ? "the top" : one.pointer} all of them are longer than ${extrasLimit} characters`,
        text: extrasText(one.entries),
      });
  }
  return { extras, quarantined };
};
