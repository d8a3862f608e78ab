// Why: what only a person may answer: a gate, a failure, a doubt; an answer other than pause and abort takes up a paused run.
import { firstLine } from "../../../core/quote.ts";
import { refuse, type Refusal } from "../../../core/refusal.ts";
import {
  askedNodes,
  childProtocol,
  openCheckpoint,
  workIds,
  workNode,
  workState,
  checkpointState,
} from "../nodes.ts";
import type { NodeId, State } from "../state.ts";
import { resultOf, resultRefused } from "./results.ts";
import { type Decide, type Decided, type Events, reasonOf } from "./step.ts";

const stale = (what: string, asked: number, now: number): Refusal =>
  refuse(
    "QUESTION_STALE",
    `the question about ${what} that was looked at (${asked}) is another now (${now})`,
    {
      fits: "look again: `cairn decide` shows what waits",
    },
  );

const resumed = (state: State): Events =>
  state.status === "paused" ? [{ type: "RunResumed", data: {} }] : [];

/** It waits at every open question, which is a node or a checkpoint. */
const fitting = (ids: readonly NodeId[]): string =>
  ids.length === 0 ? "nothing is asked now" : `asked now: ${ids.join(", ")}`;

export const resolveNode: Decide<"ResolveNode"> = (state, data, { by }): Decided => {
  const { node: id, answer, asked } = data;
  const node = workState(state, id);
  if (node === null || !askedNodes(state).includes(id))
    return refuse("NODE_UNASKED", `nothing is asked about ${id}`, {
      fits: fitting(askedNodes(state)),
    });
  if (asked !== undefined && asked !== node.attempt) return stale(id, asked, node.attempt);
  const given = reasonOf(data.reason, answer === "accept");
  if ("code" in given) return given;
  const { reason } = given;
  if (answer === "abort") return [{ type: "RunFailed", data: { node: id, reason } }];
  const before = resumed(state);
  if (answer === "retry")
    return [...before, { type: "NodeRetried", data: { node: id, auto: false, why: reason } }];
  if (answer === "skip")
    return [...before, { type: "NodeSkipped", data: { node: id, auto: false, why: reason } }];
  const template = workNode(state, id);
  const isNested = template !== null && childProtocol(template) !== null && node.session !== null;
  if (isNested && data.result?.ok !== true)
    return refuse(
      "CHILD_UNFINISHED",
      `the run ${node.session ?? ""} that ${id} is has not ended well`,
      {
        fits: "put it right and let it end, then accept; or retry, skip, abort",
      },
    );
  const wrong = data.result === undefined ? null : resultRefused(data.result);
  if (wrong !== null) return wrong;
  const result =
    data.result === undefined
      ? null
      : resultOf(state, { ...data.result, ok: true }, isNested ? "run" : "hand");
  return [
    ...before,
    {
      type: "NodeAccepted",
      data: { node: id, attempt: node.attempt, reason, by: by.name, result },
    },
  ];
};

export const resolveCheckpoint: Decide<"ResolveCheckpoint"> = (state, data): Decided => {
  const { checkpoint: id, answer, asked } = data;
  const open = openCheckpoint(state);
  const saved = checkpointState(state, id)?.saved ?? 0;
  if (open !== id)
    return refuse("CHECKPOINT_UNASKED", `${id} asks nothing now`, {
      fits: fitting(open === null ? [] : [open]),
    });
  if (asked !== undefined && asked !== saved) return stale(id, asked, saved);
  const given = reasonOf(data.reason, false);
  if ("code" in given) return given;
  const { reason } = given;
  if (answer === "abort") return [{ type: "RunAborted", data: { at: id, reason } }];
  if (answer === "pause")
    return state.status === "paused" ? [] : [{ type: "RunPaused", data: { at: id } }];
  return [
    ...resumed(state),
    { type: "CheckpointPassed", data: { checkpoint: id, auto: false, reason } },
  ];
};

export const retryRun: Decide<"RetryRun"> = (state, data): Decided => {
  if (state.status !== "failed" && state.status !== "aborted")
    return refuse("RUN_UNFAILED", `the run is ${state.status}`, {
      fits: "a failed or aborted run is retried",
    });
  const given = reasonOf(data.reason, false);
  if ("code" in given) return given;
  const errors = workIds(state).flatMap((id) => {
    const node = workState(state, id);
    return node?.status === "failed" ? [`${id}: ${firstLine(node.error)}`] : [];
  });
  if (!data.retry)
    return refuse(
      "CONFIRMATION_MISSING",
      `the run is ${state.status}${errors.length === 0 ? "" : `: ${errors.join("; ")}`}`,
      {
        fits: "`cairn resume RUN --retry` begins the failed nodes anew",
      },
    );
  const failed = workIds(state).filter((id) => workState(state, id)?.status === "failed");
  return [
    { type: "RunResumed", data: {} },
    ...failed.map(
      (node) => ({ type: "NodeRetried", data: { node, auto: false, why: given.reason } }) as const,
    ),
  ];
};
