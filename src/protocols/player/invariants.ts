// Why: a chain tells that events follow on each other, not that the rules made them: what says success must rest on the state before it.
import type { Recorded } from "../../core/row.ts";
import { H, P, X } from "../../core/senders.ts";
import type { PlayerEvent } from "./messages.ts";
import {
  checkpointNode,
  checkpointState,
  childProtocol,
  frontier,
  isDone,
  workNode,
  workState,
} from "./nodes.ts";
import type { State } from "./state.ts";

const completed = (before: State): string | null => {
  if (before.status !== "running") return `the run was ${before.status}`;
  const open = frontier(before)?.batch.nodes.filter((id) => !isDone(before.nodes[id]));
  if (before.plan.length === 0) return "it has no plan";
  return open === undefined ? null : `not done: ${open.join(", ")}`;
};

const passed = (
  before: State,
  { data: { checkpoint, auto }, by }: Extract<Recorded<PlayerEvent>, { type: "CheckpointPassed" }>,
): string | null => {
  if (checkpointState(before, checkpoint)?.status !== "running")
    return `${checkpoint} wasn't saved and open`;
  if (auto)
    return checkpointNode(before, checkpoint)?.autoContinue === true
      ? null
      : `${checkpoint} doesn't open by itself`;
  return by.kind === "person" ? null : `${checkpoint} opens for a person alone`;
};

/** A check is begun and ended by the engine alone, whoever else may say so of other nodes. */
const isSaid = ({ by }: Recorded<PlayerEvent>): boolean =>
  by.kind === P || by.kind === H || by.kind === X;

export const broken = (before: State, event: Recorded<PlayerEvent>): string | null => {
  switch (event.type) {
    case "NodeStarted": {
      const node = workState(before, event.data.node);
      if (before.status !== "running") return `the run was ${before.status}`;
      if (event.data.check === true && isSaid(event)) return "only the engine begins a check";
      return node?.status === "pending" && event.data.attempt > node.attempt
        ? null
        : `${event.data.node} wasn't waiting to begin`;
    }
    case "NodeFinished": {
      const { node, attempt, result } = event.data;
      const now = workState(before, node);
      if (now?.status !== "running" || now.attempt !== attempt)
        return `attempt ${attempt} of ${node} wasn't under way`;
      if (!result.ok) return `${node} failed`;
      if (now.check !== true) return null;
      if (isSaid(event)) return "only the engine ends a check";
      // A nested run ends without an exit code.
      const template = workNode(before, node);
      if (result.exit === null && template !== null && childProtocol(template) !== null)
        return null;
      return result.exit === 0 ? null : `it passed with exit ${result.exit ?? "unknown"}`;
    }
    case "CheckpointPassed":
      return passed(before, event);
    case "RunCompleted":
      return completed(before);
    default:
      return null;
  }
};
