// Why: all edits of one look are read together, each whole or not at all, against the copy that it can have been made from.
import type { Admitted, Edit } from "../../../core/dialect.ts";
import type { Facts } from "../../../core/protocol.ts";
import { refuse } from "../../../core/refusal.ts";
import type { Recorded } from "../../../core/row.ts";
import type { IterativeEvent } from "../messages.ts";
import type { State } from "../state.ts";

/** What edits of the run's files mean; never throws, whatever stands in them. */
export const admit = (
  _state: State,
  edits: readonly Edit[],
  _facts: Facts,
  _log: readonly Recorded<IterativeEvent>[],
): readonly Admitted[] =>
  edits.map(({ path }) => ({ path, commands: [], by: null, refused: refuse("EDIT_UNREAD", `nothing reads edits of ${path}`, { path }) }));
