// Outcome of a player run in one word and a summary, for parent run, exit code and page.
import { firstLine } from "../../core/words/quote.ts";
import type { Life } from "../../core/row.ts";
import type { Ended } from "../../core/view.ts";
import { claimedBy } from "./claimed.ts";
import { isOver, workIds, workState } from "./nodes.ts";
import { rootRelative } from "./place.ts";
import type { NodeId, State, WorkState } from "./state.ts";

export const life = (state: State): Life => {
  if (state.archived) return "archived";
  if (isOver(state)) return "over";
  return state.status === "paused" ? "paused" : "live";
};

const summary = (state: State): string => {
  const ids = workIds(state);
  const those = (is: (node: WorkState, id: NodeId) => boolean): readonly NodeId[] =>
    ids.filter((id) => {
      const node = workState(state, id);
      return node !== null && is(node, id);
    });
  const done = those(({ status }) => status === "completed").length;
  const skipped = those(({ status }) => status === "skipped");
  const edited = those((node, id) => node.how === "file" && claimedBy(state, id, node) !== null);
  const errors = ids.flatMap((id) => {
    const error = workState(state, id)?.error ?? null;
    return error === null || workState(state, id)?.status === "completed"
      ? []
      : [`${id}: ${firstLine(error)}`];
  });
  const last = errors.at(-1);
  return [
    `${state.template.name}: ${done} of ${ids.length} nodes done${state.status === "completed" ? "" : `, ${state.status}`}`,
    ...(skipped.length === 0 ? [] : [`failed and skipped: ${skipped.join(", ")}`]),
    ...(edited.length === 0 ? [] : [`completed by a file edit alone: ${edited.join(", ")}`]),
    ...state.bypasses.map(({ node, by }) => `${node} accepted by ${by}`),
    ...(state.status === "completed" || last === undefined ? [] : [last]),
  ].join("; ");
};

/** Returns null while the run is active. Only a completed run counts as a success. */
export const ended = (state: State): Ended | null => {
  if (!isOver(state)) return null;
  const done = workIds(state).flatMap((id) => {
    const node = workState(state, id);
    return node !== null && node.status === "completed" ? [node] : [];
  });
  const output = done.findLast((node) => node.outputPath !== null)?.outputPath ?? null;
  return {
    good: state.status === "completed",
    summary: summary(state),
    output: output === null ? null : rootRelative(state, output),
    artifacts: done.flatMap((node) => node.artifacts.map((path) => rootRelative(state, path))),
  };
};
