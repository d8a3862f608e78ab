// Shared functions of the player's rules.
import { ahead } from "../../../core/rules/ahead.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { textsWithin } from "../../../core/rules/reason.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { evolve } from "../evolve.ts";
import { reasonLimit } from "../limits.ts";
import type { PlayerEvent } from "../events.ts";
import { childProtocol, isDone, workIds, workNode, workState } from "../nodes.ts";
import type { NodeId, State, WorkState } from "../state.ts";

export type Events = readonly PlayerEvent[];

/** State after events that have no ledger number yet. */
export const fold = ahead<State, PlayerEvent>(evolve);

export const { reasonOf } = textsWithin(reasonLimit);

export const nodeUnknown = (state: State, id: NodeId): Refusal =>
  refuse("NODE_UNKNOWN", `${id} is no work node of this run`, {
    fits: workIds(state).slice(0, 20).join(", "),
  });

export type Running = { readonly id: NodeId; readonly node: WorkState };

/** Checks that the node is running in that attempt, in doubt or not. */
export const attemptRuns = (state: State, id: NodeId, attempt: number): Running | Refusal => {
  const node = workState(state, id);
  if (node === null) return nodeUnknown(state, id);
  if (node.status === "running" && node.attempt === attempt) return { id, node };
  const now =
    node.status === "running"
      ? `attempt ${node.attempt} of it runs`
      : `it is ${node.status} after attempt ${node.attempt}`;
  return refuse("ATTEMPT_STALE", `attempt ${attempt} of ${id} isn't running: ${now}`, {
    fits: "`cairn status --next` shows what is under way",
  });
};

export const checkGated = (state: State, id: NodeId): Refusal => {
  const template = workNode(state, id);
  const isNested = template !== null && childProtocol(template) !== null;
  const why = isNested
    ? "a run of its own: how that ends decides"
    : "a check: the exit code of its program decides";
  const over = isDone(state.nodes[id]);
  return refuse("CHECK_GATED", `${id} is ${why}, and nobody's word`, {
    fits: over ? "leave it as it stands" : `\`cairn run ${state.run}\` runs it`,
  });
};

/** Only the engine may end a check; a doubtful attempt is decided by a person, never by a file. */
export const notSaid = (state: State, { id, node }: Running, { by }: Stamp): Refusal | null => {
  if (by.kind === "engine" || (node.doubt === null && node.check !== true)) return null;
  if (node.doubt !== null && (node.check === true || by.kind === "file"))
    return refuse("NODE_GATED", `${id} is in doubt: a person says what follows`, {
      fits: `a person: \`cairn decide ${state.run} ${id} retry\`, or skip, accept, abort`,
    });
  return node.check === true ? checkGated(state, id) : null;
};

export const jobKey = (kind: "node" | "child", id: NodeId, attempt: number): string =>
  `${kind}:${id}:${attempt}`;

/** An agent may report only on the job that its token belongs to. */
export const notItsJob = ({ by }: Stamp, id: NodeId, attempt: number): Refusal | null =>
  by.kind !== "agent" || by.job === jobKey("node", id, attempt)
    ? null
    : refuse("SENDER_WRONG", `attempt ${attempt} of ${id} is not the job of this token`, {
        fits: "the token of that job",
      });
