// Commands on an attempt that begins: its start, its task and session, and giving it back.
import { attempt, node } from "../shapes.ts";
import { command } from "./declare.ts";
import * as t from "../../../kit/schema.ts";
import * as event from "../events.ts";
import { digest } from "../../../core/hash.ts";
import { oversized } from "../../../core/rules/reason.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import { argsLimit, byteLength, nameLimit } from "../limits.ts";
import { isCheck, isHeld, roleOf, unready, workNode, workState } from "../nodes.ts";
import type { NodeId, State, WorkState } from "../state.ts";
import { argsOf } from "../node-args.ts";
import { failed } from "./finish.ts";
import { resultOf } from "../decider/results.ts";
import {
  attemptRuns,
  checkGated,
  type Events,
  fold,
  nodeUnknown,
  notItsJob,
  notSaid,
} from "../decider/step.ts";

const taskTaken = (state: State, task: string, id: NodeId, attempt: number): Refusal | null => {
  const found = Object.hasOwn(state.tasks, task) ? state.tasks[task] : undefined;
  if (found === undefined || (found.node === id && found.attempt === attempt))
    return oversized("the task's id", task.length, nameLimit, "/task");
  return refuse("TASK_TAKEN", `the task ${task} is ${found.node}'s, attempt ${found.attempt}`, {
    fits: "another id",
  });
};

/** Returns why this attempt can't start now. */
const unstartable = (
  state: State,
  id: NodeId,
  { status, attempt: last }: WorkState,
  attempt: number,
): Refusal | null => {
  if (state.status === "paused")
    return refuse("RUN_PAUSED", "the run is paused", { fits: "resume it first" });
  if (workNode(state, id) === null)
    return refuse("TEMPLATE_MISSING", "the run has no template that can be played", {
      fits: "`cairn send RUN RepinTemplate --template NAME`",
    });
  const due = "`cairn status --next` shows what may begin";
  const waits = status === "pending" ? unready(state, id) : null;
  if (waits !== null) return refuse("JOB_UNREADY", `${id} may not begin: ${waits}`, { fits: due });
  return status === "pending" && attempt === last + 1
    ? null
    : refuse(
        "ATTEMPT_STALE",
        `attempt ${attempt} of ${id} can't begin: it is ${status} after attempt ${last}`,
        { fits: status === "pending" ? `attempt ${last + 1}` : due },
      );
};

/** Fails a node whose arguments, once filled in, are too long. */
const failedByArgs = (begun: State, id: NodeId): Events => {
  const node = workState(begun, id);
  if (node === null) return [];
  const error = `its arguments have more than ${argsLimit} bytes`;
  const given = { ok: false, reason: "args_large", error } as const;
  return failed(begun, id, node, resultOf(begun, given, "exit"));
};

export const startNode = command("StartNode", {
  means: "Records that a node has its agent.",
  data: {
    node,
    attempt,
    hosted: t.standing(t.means("the engine's own process or child does it", t.flag), false),
    task: t.optional(t.means("id by which its callback names it", t.text)),
    agent: t.optional(t.text),
    check: t.optional(t.flag),
    told: t.optional(
      t.means(
        "digest of the arguments that were handed over; refused if they changed meanwhile",
        t.text,
      ),
    ),
  },
  who: ["engine", "agent", "person", "file"],
  ask: (state, { node: id }) => {
    const template = workNode(state, id);
    return template === null ? null : { programs: [roleOf(template)] };
  },
  fill: ({ node: id }, facts, state) => {
    const template = workNode(state, id);
    return { check: template !== null && isCheck(template, facts) };
  },
  filled: ["agent", "check"],
  decide: (state, data, stamp) => {
    const { node: id, attempt, hosted, task = null } = data;
    const node = workState(state, id);
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
    const early = unstartable(state, id, node, attempt);
    if (early !== null) return early;
    if (data.check === true && !hosted) return checkGated(state, id);
    const taken =
      notItsJob(stamp, id, attempt) ?? (task === null ? null : taskTaken(state, task, id, attempt));
    if (taken !== null) return taken;
    if (hosted && workNode(state, id)?.type === "cli" && task === null)
      return refuse("TASK_MISSING", `${id} is a cli node that the engine launches: it has a task`, {
        pointer: "/task",
        fits: "an id for it",
      });
    const { args, warnings } = argsOf(state, id);
    if (data.told !== undefined && data.told !== digest(args))
      return refuse("JOB_UNREADY", `what ${id} is told has changed meanwhile`, {
        fits: "begin it with what it is told now",
      });
    // The engine names the agent of a job; any other sender is the agent itself.
    const agent = stamp.by.kind === "engine" ? data.agent : (stamp.by.agent ?? stamp.by.name);
    const by = agent === undefined ? {} : { agent };
    const check = data.check === true ? ({ check: true } as const) : {};
    const what = { node: id, attempt, hosted, task, ...by, ...check, args, warnings };
    const started = event.nodeStarted(what);
    return byteLength(args) <= argsLimit
      ? [started]
      : [started, ...failedByArgs(fold(state, [started], stamp), id)];
  },
});

export const bindTask = command("BindTask", {
  means: "Names the task outside by which a node's callback comes.",
  data: { node, attempt, task: t.text },
  who: ["engine", "agent", "file"],
  decide: (state, { node: id, attempt, task }, stamp) => {
    const runs = attemptRuns(state, id, attempt);
    if ("code" in runs) return runs;
    return (
      notSaid(state, runs, stamp) ??
      notItsJob(stamp, id, attempt) ??
      taskTaken(state, task, id, attempt) ??
      (runs.node.task === task ? [] : [event.taskBound({ node: id, attempt, task })])
    );
  },
});

export const bindSession = command("BindSession", {
  means: "Names the session that does a node.",
  data: { node, attempt, session: t.text },
  who: ["engine", "agent", "file"],
  decide: (state, { node: id, attempt, session }, stamp) => {
    const runs = attemptRuns(state, id, attempt);
    if ("code" in runs) return runs;
    return (
      notSaid(state, runs, stamp) ??
      notItsJob(stamp, id, attempt) ??
      oversized("the session", session.length, nameLimit, "/session") ??
      (runs.node.session === session ? [] : [event.sessionBound({ node: id, attempt, session })])
    );
  },
});

export const releaseNode = command("ReleaseNode", {
  means: "Gives back a node that was never launched, or that its holder can't do.",
  data: { node, attempt, why: t.optional(t.text) },
  who: ["engine", "agent", "person", "file"],
  decide: (state, { node: id, attempt, why = "" }, stamp) => {
    const runs = attemptRuns(state, id, attempt);
    if ("code" in runs) return runs;
    if (isHeld(runs.node) && stamp.by.kind !== "engine")
      return refuse("JOB_HELD", `${id} is done by a process of the engine`, {
        fits: "let it end, or stop the run with `cairn stop --cancel`",
      });
    if (runs.node.doubt !== null)
      return refuse("NODE_GATED", `${id} is in doubt: a person says what follows`, {
        fits: `\`cairn decide ${state.run} ${id} retry\``,
      });
    return notItsJob(stamp, id, attempt) ?? [event.nodeReleased({ node: id, attempt, why })];
  },
});
