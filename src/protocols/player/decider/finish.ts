// Why: an attempt ends by the same rules on every road; its own on_fail decides what follows a failure.
import { digest } from "../../../core/hash.ts";
import type { Sender } from "../../../core/protocol.ts";
import { refuse } from "../../../core/refusal.ts";
import { lostRetries } from "../limits.ts";
import { isHeld, workNode, workState } from "../nodes.ts";
import { sessionIn } from "../report/output.ts";
import type { NodeId, State, WorkState } from "../state.ts";
import { keptOutput } from "../template/kept-output.ts";
import { type Given, type Result, resultOf, resultRefused, type Seen } from "./results.ts";
import {
  attemptRuns,
  type Decide,
  type Decided,
  type Events,
  nodeUnknown,
  notItsJob,
  notSaid,
} from "./step.ts";

export const failed = (state: State, id: NodeId, node: WorkState, result: Result): Events => {
  const event = { type: "NodeFailed", data: { node: id, attempt: node.attempt, result } } as const;
  const why = result.error ?? "failed";
  const onFail = workNode(state, id)?.onFail ?? "abort";
  if (onFail === "skip")
    return [event, { type: "NodeSkipped", data: { node: id, auto: true, why } }];
  const again = onFail === "retry" && !node.autoRetried;
  return again ? [event, { type: "NodeRetried", data: { node: id, auto: true, why } }] : [event];
};

const ended = (
  state: State,
  id: NodeId,
  node: WorkState,
  given: Given,
  how: Result["how"],
  seen: Seen = {},
): Events => {
  const result = resultOf(state, given, how, seen);
  return result.ok
    ? [{ type: "NodeFinished", data: { node: id, attempt: node.attempt, result } }]
    : failed(state, id, node, result);
};

const hows: { readonly [K in Sender["kind"]]: Result["how"] } = {
  engine: "exit",
  agent: "report",
  person: "hand",
  file: "file",
  parent: "hand",
  recovery: "hand",
};

/** It was said before, word for word. */
const isSaid = (
  state: State,
  id: NodeId,
  attempt: number,
  given: Given,
  how: Result["how"],
): boolean => {
  const node = workState(state, id);
  return (
    node !== null &&
    node.attempt === attempt &&
    node.status !== "running" &&
    node.result === resultOf(state, given, how).digest
  );
};

export const finishNode: Decide<"FinishNode"> = (
  state,
  { node: id, attempt, result: given, seen: named, text, commit, tree, bent },
  stamp,
): Decided => {
  const own = stamp.by.kind === "engine";
  // How it ended, on which commit and what was kept of it is the engine's to say.
  const how = own ? (given.how ?? "exit") : hows[stamp.by.kind];
  const result = own ? given : { ...given, output_digest: null };
  if (isSaid(state, id, attempt, result, how)) return [];
  const runs = attemptRuns(state, id, attempt);
  if ("code" in runs) return runs;
  if (isHeld(runs.node) && stamp.by.kind !== "engine")
    return refuse(
      "JOB_HELD",
      `${id} is done by a process of the engine, whose end says how it went`,
      {
        fits: "let it end, or stop the run with `cairn cancel`",
      },
    );
  return (
    notSaid(state, runs, stamp) ??
    notItsJob(stamp, id, attempt) ??
    resultRefused(result) ??
    ended(
      state,
      id,
      runs.node,
      result,
      how,
      own ? { named, text, commit, tree, bent } : { named, text },
    )
  );
};

/** The exit code decides; a code that nobody knows is doubt. */
export const finishTask: Decide<"FinishTask"> = (state, data, stamp): Decided => {
  const { task, exit } = data;
  const bound = Object.hasOwn(state.tasks, task) ? state.tasks[task] : undefined;
  if (bound === undefined) {
    const open = Object.entries(state.tasks).filter(([, { node, attempt }]) => {
      const found = workState(state, node);
      return found?.status === "running" && found.attempt === attempt;
    });
    return refuse("TASK_UNKNOWN", `no node has the task ${JSON.stringify(task.slice(0, 120))}`, {
      fits:
        open.length === 0
          ? "no task is open"
          : `open: ${open
              .map(([name]) => name)
              .slice(0, 20)
              .join(", ")}`,
    });
  }
  const session = sessionIn(data.output ?? "");
  const given: Given = {
    ok: exit === 0,
    exit,
    ...(exit === 0
      ? {}
      : {
          reason: "exit" as const,
          error: exit === null ? "" : `exit ${exit}${data.output ? `\n${data.output}` : ""}`,
        }),
    ...(data.output === undefined ? {} : { output: data.output }),
    ...(session === null ? {} : { session }),
    ...(data.output_path === undefined ? {} : { output_path: data.output_path }),
    ...(data.artifacts === undefined ? {} : { artifacts: data.artifacts }),
  };
  const said = digest(JSON.stringify([exit, data.output ?? ""]));
  const wrong = resultRefused(given);
  if (wrong !== null) return wrong;
  const { node: id, attempt } = bound;
  const node = workState(state, id);
  if (node === null) return nodeUnknown(state, id);
  const result = resultOf(state, given, "task");
  // A task that got another name since calls back by its first one, too.
  const known = [
    bound.result,
    node.attempt === attempt && node.status !== "running" ? node.result : null,
  ];
  if (known.includes(result.digest) || known.includes(said)) return [];
  if (node.status !== "running" || node.attempt !== attempt) {
    const why =
      node.attempt === attempt
        ? `attempt ${attempt} is ${node.status}`
        : `attempt ${attempt} was given up, ${node.attempt} counts now`;
    return [{ type: "ResultIgnored", data: { node: id, attempt, task, exit, digest: said, why } }];
  }
  if (isHeld(node))
    return refuse("TASK_HOSTED", "the engine reads this exit code itself", {
      fits: "nothing more to do: `cairn run` looks at it at once",
    });
  const no = notSaid(state, { id, node }, stamp);
  if (no !== null) return no;
  if (exit === null) {
    const why = "its callback came without an exit code";
    return node.doubt === why ? [] : [{ type: "NodeDoubted", data: { node: id, attempt, why } }];
  }
  return ended(state, id, node, given, "task", { named: data.seen, text: data.text });
};

export const expireNode: Decide<"ExpireNode"> = (state, { node: id, attempt, output }): Decided => {
  const runs = attemptRuns(state, id, attempt);
  if ("code" in runs) return runs;
  const why = `its time of ${state.nodeTimeout} s is over`;
  const written = output === undefined ? {} : { output, output_by: "agent" as const };
  if (runs.node.hosted)
    return ended(
      state,
      id,
      runs.node,
      { ok: false, reason: "timeout", error: why, ...written },
      "exit",
    );
  return runs.node.doubt === null
    ? [{ type: "NodeDoubted", data: { node: id, attempt, why } }]
    : [];
};

export const doubtNode: Decide<"DoubtNode"> = (
  state,
  { node: id, attempt, why, left },
): Decided => {
  const runs = attemptRuns(state, id, attempt);
  if ("code" in runs) return runs;
  const { node } = runs;
  if (node.doubt !== null) return [];
  const template = workNode(state, id);
  const reads = node.hosted && template?.type === "cli" && template.cliMode === "analysis";
  const doubted = {
    type: "NodeDoubted",
    data: { node: id, attempt, why, ...(left === undefined ? {} : { left: keptOutput(left) }) },
  } as const;
  if (!reads || node.lost >= lostRetries) return [doubted];
  return [
    doubted,
    {
      type: "NodeRetried",
      data: { node: id, auto: true, why: "its process was lost, and it only reads" },
    },
  ];
};
