// Events of a node's attempt while it lasts.
import { workState } from "../nodes.ts";
import type { State } from "../state.ts";
import { attempt, maybe, node, texts } from "../shapes.ts";
import { changeWork, pendingAgain } from "../evolve/change.ts";
import { isTold } from "./words.ts";
import { event } from "./declare.ts";
import { because, oneLine } from "../../../core/words/quote.ts";
import { byReason } from "../../../core/reports/attempt-end.ts";
import * as t from "../../../kit/schema.ts";

const bound = (state: State, task: string | null, node: string, attempt: number): State =>
  task === null
    ? state
    : { ...state, tasks: { ...state.tasks, [task]: { node, attempt, result: null } } };

export const nodeStarted = event("NodeStarted", {
  means: "An attempt at a node began; args is exactly what was told.",
  data: {
    node,
    attempt,
    hosted: t.flag,
    task: maybe,
    agent: t.optional(t.text),
    check: t.optional(t.flag),
    args: t.text,
    warnings: texts,
  },
  line: ({ node, attempt, hosted, task, agent, warnings }) =>
    `${node}, attempt ${attempt}${agent === undefined ? "" : `, by ${oneLine(agent, 80)}`}${hosted ? "" : ", outside"}${task === null ? "" : `, task ${task}`}${because(warnings[0] ?? null)}`,
  doer: ({ agent }) => agent ?? null,
  broken: (before, { node: id, attempt, check }, { by }) => {
    const node = workState(before, id);
    if (before.status !== "running") return `the run was ${before.status}`;
    if (check === true && isTold(by)) return "only the engine begins a check";
    return node?.status === "pending" && attempt > node.attempt
      ? null
      : `${id} wasn't waiting to begin`;
  },
  apply: (state, data, { at }) => {
    const started = changeWork(state, data.node, (node) => ({
      ...pendingAgain(node),
      last: node.last,
      status: "running",
      attempt: data.attempt,
      since: node.since ?? data.attempt,
      hosted: data.hosted,
      ...(data.check === true ? { check: true } : {}),
      task: data.task,
      ...(data.agent === undefined ? {} : { agent: data.agent }),
      args: data.args,
      warnings: data.warnings,
      result: null,
      startedAt: at,
    }));
    return bound(started, data.task, data.node, data.attempt);
  },
});

export const taskBound = event("TaskBound", {
  means: "A node got the id of a task outside, by which its callback names it.",
  data: { node, attempt, task: t.text },
  line: ({ node, task }) => `${node}, task ${task}`,
  apply: (state, { node: id, attempt, task }) =>
    bound(
      changeWork(state, id, (node) => ({ ...node, task })),
      task,
      id,
      attempt,
    ),
});

export const sessionBound = event("SessionBound", {
  means: "A node got the id of the session that does it.",
  data: { node, attempt, session: t.text },
  line: ({ node, session }) => `${node}, session ${session}`,
  apply: (state, data) =>
    changeWork(state, data.node, (node) => ({ ...node, session: data.session })),
});

export const nodeAmended = event("NodeAmended", {
  means: "What a node left out was filled in.",
  data: { node, session: maybe, output_path: maybe, artifacts: t.maybe(texts) },
  line: ({ node, session, output_path: path }) => `${node}${because(session ?? path)}`,
  apply: (state, data) =>
    changeWork(state, data.node, (node) => ({
      ...node,
      session: node.session ?? data.session,
      outputPath: node.outputPath ?? data.output_path,
      artifacts: node.artifacts.length > 0 ? node.artifacts : (data.artifacts ?? []),
    })),
});

export const nodeReleased = event("NodeReleased", {
  means: "An attempt was given back unspent.",
  data: { node, attempt, why: t.text },
  line: ({ node, attempt, why }) => `${node}, attempt ${attempt}${because(why)}`,
  ends: ({ why }) => [byReason(why)],
  apply: (state, data) =>
    changeWork(state, data.node, (node) => ({ ...pendingAgain(node), last: node.last })),
});
