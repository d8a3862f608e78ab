// Answers that only a person may give: at a gate, after a failure, in doubt. Any but pause and abort resumes a paused run.
import { questionNo, node, reason, resultInput } from "../shapes.ts";
import { answering, command } from "./declare.ts";
import { unlessArchived } from "../../../core/rules/frame.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { events as lifecycle } from "../lifecycle.ts";
import { firstLine } from "../../../core/words/quote.ts";
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
import { resultOf, resultRefused } from "../decider/results.ts";
import { type Events, reasonOf } from "../decider/step.ts";

const stale = (what: string, asked: number, now: number): Refusal =>
  refuse(
    "QUESTION_STALE",
    `the question about ${what} that was looked at (${asked}) is another now (${now})`,
    {
      fits: "look again: `cairn decide` shows what waits",
    },
  );

const resumed = (state: State): Events =>
  state.status === "paused" ? [lifecycle.runResumed({})] : [];

/** Lists the open questions: nodes or checkpoints. */
const fitting = (ids: readonly NodeId[]): string =>
  ids.length === 0 ? "nothing is asked now" : `asked now: ${ids.join(", ")}`;

/** Returns the nested run of a node if it has been started. */
const childRun = (state: State, id: NodeId): string | null => {
  const template = workNode(state, id);
  return template === null || childProtocol(template) === null
    ? null
    : (workState(state, id)?.session ?? null);
};

export const resolveNode = answering("ResolveNode", {
  means: "Answers the question of a node that failed or is in doubt.",
  data: {
    node,
    answer: t.oneOf(["retry", "skip", "accept", "abort"]),
    asked: questionNo,
    reason: t.optional(reason),
    result: t.optional(t.means("what it came to, where that is known", resultInput)),
  },
  ask: (state, { node: id }) => {
    const run = childRun(state, id);
    return run === null ? null : { runs: [run] };
  },
  fill: (_data, { runs = {} }) => {
    const [run, ended] = Object.entries(runs)[0] ?? [];
    if (run === undefined || ended === undefined || ended === null) return {};
    const { good, summary, output, artifacts } = ended;
    const result = {
      ok: good,
      session: run,
      output: summary,
      artifacts: artifacts.slice(0, 200),
      how: "run",
    };
    return { result: output === null ? result : { ...result, output_path: output } };
  },
  decide: (state, data, { by }) => {
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
    if (answer === "abort") return [event.runFailed({ node: id, reason })];
    const before = resumed(state);
    if (answer === "retry")
      return [...before, event.nodeRetried({ node: id, auto: false, why: reason })];
    if (answer === "skip")
      return [...before, event.nodeSkipped({ node: id, auto: false, why: reason })];
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
      event.nodeAccepted({ node: id, attempt: node.attempt, reason, by: by.name, result }),
    ];
  },
});

export const resolveCheckpoint = answering("ResolveCheckpoint", {
  means: "Answers a checkpoint.",
  data: {
    checkpoint: node,
    answer: t.oneOf(["continue", "pause", "abort"]),
    asked: questionNo,
    reason: t.optional(reason),
  },
  decide: (state, data) => {
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
    if (answer === "abort") return [event.runAborted({ at: id, reason })];
    if (answer === "pause") return state.status === "paused" ? [] : [event.runPaused({ at: id })];
    return [...resumed(state), event.checkpointPassed({ checkpoint: id, auto: false, reason })];
  },
});

export const retryRun = command("RetryRun", {
  means: "Resumes a failed or aborted run and retries its failed nodes.",
  data: {
    retry: t.standing(t.means("that is meant: the failed nodes begin anew", t.flag), false),
    reason: t.optional(reason),
  },
  who: ["person"],
  when: unlessArchived,
  decide: (state, data) => {
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
      lifecycle.runResumed({}),
      ...failed.map((node) => event.nodeRetried({ node, auto: false, why: given.reason })),
    ];
  },
});
