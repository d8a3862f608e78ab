// Why: a parent run, the exit code and the page need one plain word on how a run ended.
import { firstLine } from "../../core/quote.ts";
import type { Life } from "../../core/row.ts";
import type { Ended } from "../../core/view.ts";
import { isDone, isOver, workIds, workState } from "./nodes.ts";
import { shown } from "./place.ts";
import type { State } from "./state.ts";

export const life = (state: State): Life => {
  if (state.archived) return "archived";
  if (isOver(state)) return "over";
  return state.status === "paused" ? "paused" : "live";
};

const summary = (state: State): string => {
  const ids = workIds(state);
  const done = ids.filter((id) => isDone(state.nodes[id])).length;
  const errors = ids.flatMap((id) => {
    const error = workState(state, id)?.error ?? null;
    return error === null || workState(state, id)?.status === "completed" ? [] : [`${id}: ${firstLine(error)}`];
  });
  const last = errors.at(-1);
  return [
    `${state.template.name}: ${done} of ${ids.length} nodes done${state.status === "completed" ? "" : `, ${state.status}`}`,
    ...state.bypasses.map(({ node, by }) => `${node} accepted by ${by}`),
    ...(state.status === "completed" || last === undefined ? [] : [last]),
  ].join("; ");
};

/** null: it isn't over. Only completed is good. */
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
    output: output === null ? null : shown(state, output),
    artifacts: done.flatMap((node) => node.artifacts.map((path) => shown(state, path))),
  };
};
