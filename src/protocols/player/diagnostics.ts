// The doctor's findings about a run: unresolved doubts.
import { daysSince, note } from "../../core/diagnostic.ts";
import type { Diagnostic } from "../../core/dialect.ts";
import { oneLine } from "../../core/quote.ts";
import type { Recorded } from "../../core/row.ts";
import type { PlayerEvent } from "./events.ts";
import { askedNodes, workState } from "./nodes.ts";
import type { State } from "./state.ts";

/** @param at current time */
export const diagnostics = (
  state: State,
  { at, log }: { readonly at: string; readonly log: readonly Recorded<PlayerEvent>[] },
): readonly Diagnostic[] =>
  askedNodes(state).flatMap((id): readonly Diagnostic[] => {
    const node = workState(state, id);
    if (node === null || node.doubt === null) return [];
    const since =
      log.findLast(
        ({ type, data }) => type === "RunAdopted" || (type === "NodeDoubted" && data.node === id),
      )?.at ?? state.updatedAt;
    const days = daysSince(since, at);
    if (days === null) return [];
    const text = `${id} is in doubt for ${days}: ${oneLine(node.doubt)}`;
    const fits = `\`cairn decide ${state.run} ${id} retry\`, or skip, accept, abort`;
    return [note("doubt-old", id, text, fits)];
  });
