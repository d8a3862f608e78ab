// Unknown keys of an adopted session: returned to their places; oversized ones are quarantined.
import type { Extra } from "../../../kit/document/fields.ts";
import { pointTo } from "../../../core/json/json.ts";
import type { Extras } from "../../../kit/document/unknown-keys.ts";
import { withinLimit } from "../../../kit/document/found-extras.ts";
import { stateFile } from "../files/session.ts";
import { extrasLimit } from "../limits.ts";
import type { SeenNode } from "./node.ts";
import type { SeenSession } from "./session.ts";

/** The template defines whether a gate waits; without a template, the original value is kept. */
const ofNode = (seen: SeenNode, playable: boolean): readonly Extra[] =>
  seen.auto === null || playable ? seen.extras : [["auto_continue", seen.auto], ...seen.extras];

/** `stands`: the file's own plan is used. `playable`: a template exists */
export const unknownKeys = (
  session: SeenSession | null,
  { stands, playable }: { readonly stands: boolean; readonly playable: boolean },
): ReturnType<typeof withinLimit> => {
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
  return withinLimit(
    all.filter(({ entries }) => entries.length > 0),
    extrasLimit,
    () => "session",
    (place) => `with the unknown keys at ${place} all of them`,
  );
};
