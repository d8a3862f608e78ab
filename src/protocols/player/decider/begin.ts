// Why: an attempt begins once, with exactly what it is told on record before anybody is launched.
import { digest } from "../../../core/hash.ts";
import { oversized } from "../../../core/reason.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { argsLimit, byteLength, nameLimit } from "../limits.ts";
import { isHeld, unready, workNode, workState } from "../nodes.ts";
import type { NodeId, State } from "../state.ts";
import { argsOf } from "../node-args.ts";
import { failed } from "./finish.ts";
import { resultOf } from "./results.ts";
import {
  attemptRuns,
  checkGated,
  type Decide,
  type Decided,
  fold,
  nodeUnknown,
  notItsJob,
  notSaid,
} from "./step.ts";

const taskTaken = (state: State, task: string, id: NodeId, attempt: number): Refusal | null => {
  const found = Object.hasOwn(state.tasks, task) ? state.tasks[task] : undefined;
  if (found === undefined || (found.node === id && found.attempt === attempt))
    return oversized("the task's id", task.length, nameLimit, "/task");
  return refuse("TASK_TAKEN", `the task ${task} is ${found.node}'s, attempt ${found.attempt}`, {
    fits: "another id",
  });
};

export const startNode: Decide<"StartNode"> = (state, data, stamp): Decided => {
  const { node: id, attempt, hosted, task = null } = data;
  const node = workState(state, id);
  const template = workNode(state, id);
  if (node === null) return nodeUnknown(state, id);
  if (hosted && stamp.by.kind !== "engine")
    return refuse("SENDER_WRONG", "only the engine hosts a node", {
      fits: "hosted false: somebody outside does it",
    });
  if (
    node.status === "running" &&
    node.attempt === attempt &&
    node.hosted === hosted &&
    (task === null || node.task === task)
  )
    return [];
  if (state.status === "paused")
    return refuse("RUN_PAUSED", "the run is paused", { fits: "resume it first" });
  if (template === null)
    return refuse("TEMPLATE_MISSING", "the run has no template that can be played", {
      fits: "`cairn send RUN RepinTemplate --template NAME`",
    });
  const waits = node.status === "pending" ? unready(state, id) : null;
  if (waits !== null)
    return refuse("JOB_UNREADY", `${id} may not begin: ${waits}`, {
      fits: "`cairn next` shows what may begin",
    });
  if (node.status !== "pending" || attempt !== node.attempt + 1)
    return refuse(
      "ATTEMPT_STALE",
      `attempt ${attempt} of ${id} can't begin: it is ${node.status} after attempt ${node.attempt}`,
      {
        fits:
          node.status === "pending"
            ? `attempt ${node.attempt + 1}`
            : "`cairn next` shows what may begin",
      },
    );
  if (data.check === true && !hosted) return checkGated(state, id);
  const taken =
    notItsJob(stamp, id, attempt) ?? (task === null ? null : taskTaken(state, task, id, attempt));
  if (taken !== null) return taken;
  if (hosted && template.type === "cli" && task === null)
    return refuse("TASK_MISSING", `${id} is a cli node that the engine launches: it has a task`, {
      pointer: "/task",
      fits: "an id for it",
    });
  const { args, warnings } = argsOf(state, id);
  if (data.told !== undefined && data.told !== digest(args))
    return refuse("JOB_UNREADY", `what ${id} is told has changed meanwhile`, {
      fits: "begin it with what it is told now",
    });
  // Who has a job is the engine's to say; anybody else speaks for himself.
  const agent = stamp.by.kind === "engine" ? data.agent : (stamp.by.agent ?? stamp.by.name);
  const by = agent === undefined ? {} : { agent };
  const check = data.check === true ? ({ check: true } as const) : {};
  const started = {
    type: "NodeStarted",
    data: { node: id, attempt, hosted, task, ...by, ...check, args, warnings },
  } as const;
  if (byteLength(args) <= argsLimit) return [started];
  const begun = fold(state, [started], stamp);
  const given = {
    ok: false,
    reason: "args_large",
    error: `its arguments have more than ${argsLimit} bytes`,
  } as const;
  const now = workState(begun, id);
  return now === null
    ? [started]
    : [started, ...failed(begun, id, now, resultOf(begun, given, "exit"))];
};

export const bindTask: Decide<"BindTask"> = (
  state,
  { node: id, attempt, task },
  stamp,
): Decided => {
  const runs = attemptRuns(state, id, attempt);
  if ("code" in runs) return runs;
  const no =
    notSaid(state, runs, stamp) ??
    notItsJob(stamp, id, attempt) ??
    taskTaken(state, task, id, attempt);
  if (no !== null) return no;
  return runs.node.task === task ? [] : [{ type: "TaskBound", data: { node: id, attempt, task } }];
};

export const bindSession: Decide<"BindSession"> = (
  state,
  { node: id, attempt, session },
  stamp,
): Decided => {
  const runs = attemptRuns(state, id, attempt);
  if ("code" in runs) return runs;
  const no =
    notSaid(state, runs, stamp) ??
    notItsJob(stamp, id, attempt) ??
    oversized("the session", session.length, nameLimit, "/session");
  if (no !== null) return no;
  return runs.node.session === session
    ? []
    : [{ type: "SessionBound", data: { node: id, attempt, session } }];
};

export const releaseNode: Decide<"ReleaseNode"> = (
  state,
  { node: id, attempt, why = "" },
  stamp,
): Decided => {
  const runs = attemptRuns(state, id, attempt);
  if ("code" in runs) return runs;
  if (isHeld(runs.node) && stamp.by.kind !== "engine")
    return refuse("JOB_HELD", `${id} is done by a process of the engine`, {
      fits: "let it end, or stop the run with `cairn cancel`",
    });
  if (runs.node.doubt !== null)
    return refuse("NODE_GATED", `${id} is in doubt: a person says what follows`, {
      fits: `\`cairn decide ${state.run} ${id} retry\``,
    });
  return (
    notItsJob(stamp, id, attempt) ?? [{ type: "NodeReleased", data: { node: id, attempt, why } }]
  );
};
