// Why: every rule is a pure step from a state and a command to events or a refusal, and they all share these few words.
import { ahead } from "../../../core/ahead.ts";
import type { Stamp } from "../../../core/protocol.ts";
import { textsWithin } from "../../../core/reason.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { evolve } from "../evolve.ts";
import { reasonLimit } from "../limits.ts";
import type { PlayerCommands, PlayerEvent } from "../messages.ts";
import { workIds, workState } from "../nodes.ts";
import type { NodeId, State, WorkState } from "../state.ts";

export type Events = readonly PlayerEvent[];
export type Decided = Events | Refusal;
export type Decide<K extends keyof PlayerCommands> = (state: State, data: PlayerCommands[K]["data"], stamp: Stamp) => Decided;

/** The state after events that the ledger hasn't numbered yet. */
export const fold = ahead<State, PlayerEvent>(evolve);

export const { reasonOf } = textsWithin(reasonLimit);

export const nodeUnknown = (state: State, id: NodeId): Refusal =>
  refuse("NODE_UNKNOWN", `${id} is no work node of this run`, { fits: workIds(state).slice(0, 20).join(", ") });

export type Running = { readonly id: NodeId; readonly node: WorkState };

/** The node is running in that attempt, in doubt or not. */
export const attemptRuns = (state: State, id: NodeId, attempt: number): Running | Refusal => {
  const node = workState(state, id);
  if (node === null) return nodeUnknown(state, id);
  if (node.status === "running" && node.attempt === attempt) return { id, node };
  const now = node.status === "running" ? `attempt ${node.attempt} of it runs` : `it is ${node.status} after attempt ${node.attempt}`;
  return refuse("ATTEMPT_STALE", `attempt ${attempt} of ${id} isn't running: ${now}`, { fits: "`cairn next` shows what is under way" });
};

export const jobKey = (kind: "node" | "child", id: NodeId, attempt: number): string => `${kind}:${id}:${attempt}`;

/** An agent speaks for the one job whose token it has. */
export const notItsJob = ({ by }: Stamp, id: NodeId, attempt: number): Refusal | null =>
  by.kind !== "agent" || by.job === jobKey("node", id, attempt)
    ? null
    : refuse("SENDER_WRONG", `attempt ${attempt} of ${id} is not the job of this token`, { fits: "the token of that job" });
