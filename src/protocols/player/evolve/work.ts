// Why: what happens to a work node, from its start to its end and back.
import { digest } from "../../../core/hash.ts";
import type { PlayerEvents } from "../messages.ts";
import { outputFile } from "../place.ts";
import type { Output, State, WorkState } from "../state.ts";
import { changeWork, type Evolve, pendingAgain } from "./change.ts";

type Table = {
  readonly [
    K in
      | "NodeStarted"
      | "TaskBound"
      | "SessionBound"
      | "NodeAmended"
      | "NodeFinished"
      | "NodeFailed"
      | "NodeRetried"
      | "NodeReleased"
      | "NodeSkipped"
      | "NodeAccepted"
      | "NodeDoubted"
  ]: Evolve<K>;
};
type Result = PlayerEvents["NodeFinished"]["data"]["result"];

const bound = (state: State, task: string | null, node: string, attempt: number): State =>
  task === null
    ? state
    : { ...state, tasks: { ...state.tasks, [task]: { node, attempt, result: null } } };

const called = (state: State, task: string | null, result: string): State => {
  const found = task === null ? undefined : state.tasks[task];
  return task === null || found === undefined
    ? state
    : { ...state, tasks: { ...state.tasks, [task]: { ...found, result } } };
};

/** Nobody measured the tree: what was seen before is the last that is known. */
const measured = (state: State, { commit = null }: Result): State =>
  commit === null ? state : { ...state, commit };

const outputOf = (result: Result): Output | null =>
  result.output === "" && result.output_digest === null && result.copy === undefined
    ? null
    : {
        text: result.output,
        digest: result.output_digest,
        bytes: result.output_bytes,
        by: result.output_by,
        ...(result.copy === undefined ? {} : { copy: result.copy }),
      };

/** What a good end leaves; null fields of it take nothing away that was bound before. */
const ended = (node: WorkState, id: string, result: Result, at: string): WorkState => {
  const output = outputOf(result);
  return {
    ...node,
    status: "completed",
    doubt: null,
    error: null,
    lost: 0,
    session: result.session ?? node.session,
    outputPath: result.output_path ?? (output === null ? node.outputPath : `./${outputFile(id)}`),
    artifacts: result.artifacts.length > 0 ? result.artifacts : node.artifacts,
    output,
    warnings: [...node.warnings, ...result.warnings],
    result: result.digest,
    how: result.how,
    ...(result.tree === null || result.tree === undefined ? {} : { tree: result.tree }),
    completedAt: at,
  };
};

export const work: Table = {
  NodeStarted: (state, { data, at }) => {
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
  TaskBound: (state, { data }) =>
    bound(
      changeWork(state, data.node, (node) => ({ ...node, task: data.task })),
      data.task,
      data.node,
      data.attempt,
    ),
  SessionBound: (state, { data }) =>
    changeWork(state, data.node, (node) => ({ ...node, session: data.session })),
  NodeAmended: (state, { data }) =>
    changeWork(state, data.node, (node) => ({
      ...node,
      session: node.session ?? data.session,
      outputPath: node.outputPath ?? data.output_path,
      artifacts: node.artifacts.length > 0 ? node.artifacts : (data.artifacts ?? []),
    })),
  NodeFinished: (state, { data, at }) =>
    called(
      changeWork(measured(state, data.result), data.node, (node) =>
        ended(node, data.node, data.result, at),
      ),
      taskOf(state, data.node),
      data.result.digest,
    ),
  NodeFailed: (state, { data }) =>
    called(
      changeWork(measured(state, data.result), data.node, (node) => ({
        ...node,
        status: "failed",
        doubt: null,
        lost: 0,
        session: data.result.session ?? node.session,
        error: data.result.error,
        output: outputOf(data.result),
        warnings: [...node.warnings, ...data.result.warnings],
        result: data.result.digest,
        how: data.result.how,
      })),
      taskOf(state, data.node),
      data.result.digest,
    ),
  NodeRetried: (state, { data }) =>
    changeWork(state, data.node, (node) => {
      const again = pendingAgain(node);
      if (!data.auto) return { ...again, autoRetried: false, lost: 0 };
      return node.doubt === null
        ? { ...again, autoRetried: true }
        : { ...again, lost: node.lost + 1 };
    }),
  NodeReleased: (state, { data }) =>
    changeWork(state, data.node, (node) => ({ ...pendingAgain(node), last: node.last })),
  NodeSkipped: (state, { data }) =>
    changeWork(state, data.node, (node) => ({
      ...node,
      status: "skipped",
      doubt: null,
      error: node.error ?? node.doubt,
    })),
  NodeAccepted: (state, { data, at }) => {
    const { node: id, attempt, by, reason, result } = data;
    const accepted = changeWork(state, id, (node) =>
      result === null
        ? {
            ...node,
            status: "completed",
            doubt: null,
            error: null,
            how: "hand",
            completedAt: at,
            ...outputPathOf(node, id),
          }
        : ended(node, id, result, at),
    );
    return { ...accepted, bypasses: [...state.bypasses, { node: id, attempt, by, reason, at }] };
  },
  NodeDoubted: (state, { data }) =>
    changeWork(state, data.node, (node) => ({
      ...node,
      doubt: data.why,
      ...(data.left === undefined ? {} : { left: digest(data.left) }),
    })),
};

const outputPathOf = (node: WorkState, id: string): Pick<WorkState, "outputPath"> => ({
  outputPath: node.outputPath ?? (node.output === null ? null : `./${outputFile(id)}`),
});

const taskOf = (state: State, id: string): string | null => {
  const node = state.nodes[id];
  return node?.is === "work" ? node.task : null;
};
