// Arguments of a node with placeholders filled: the same bytes in brief, ledger and preview.
import { workNode, workState } from "./nodes.ts";
import { rootRelative } from "./place.ts";
import type { NodeId, State } from "./state.ts";
import { fill, type Gave } from "./template/fill.ts";
import { placeholders } from "./template/placeholders.ts";
import { previousOf } from "./template/plan.ts";

const gaveBy = (state: State, id: NodeId): Gave | null => {
  const node = workState(state, id);
  if (node === null || (node.status !== "completed" && node.status !== "skipped")) return null;
  if (node.status === "skipped")
    return { session: null, outputPath: null, artifacts: [], output: null };
  return {
    session: node.session,
    outputPath: node.outputPath === null ? null : rootRelative(state, node.outputPath),
    artifacts: node.artifacts.map((path) => rootRelative(state, path)),
    output: node.output?.text ?? null,
  };
};

export type NodeArgs = { readonly args: string; readonly warnings: readonly string[] };

/** Fills in the placeholders of a text once. */
export const filled = (state: State, id: NodeId, text: string): NodeArgs => {
  const { nodes = [], edges = [] } = state.template.body ?? {};
  const wantsPrevious =
    text.includes("{prev_") && placeholders(text).some(({ asks }) => asks.is === "previous");
  const previous = wantsPrevious ? (previousOf({ nodes, edges }, id).at(-1) ?? null) : null;
  const done = fill(text, {
    context: state.context,
    gave: (node) => gaveBy(state, node),
    previous,
  });
  return {
    args: done.text,
    warnings: done.warnings.map(
      (warning) => `${warning.code} ${warning.placeholder}: ${warning.text}`,
    ),
  };
};

export const argsOf = (state: State, id: NodeId): NodeArgs =>
  filled(state, id, workNode(state, id)?.args ?? "");
