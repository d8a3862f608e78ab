// Events of how attempts at nodes ended, and what follows an end.
import { filledName } from "../template/filled-name.ts";
import type { Output, State, WorkState } from "../state.ts";
import { type Result, attempt, count, exit, node, result } from "../shapes.ts";
import { outputFile } from "../place.ts";
import { childProtocol, workNode, workState } from "../nodes.ts";
import { changeWork, pendingAgain } from "../evolve/change.ts";
import { auto, isTold } from "./words.ts";
import { event } from "./declare.ts";
import { because } from "../../../core/words/quote.ts";
import type { References } from "../../../core/protocol.ts";
import { digest } from "../../../core/hash.ts";
import type { AttemptState } from "../../../core/words/attempt-states.ts";
import { ofUnit, own, ownBy } from "../../../core/reports/attempt-end.ts";
import * as t from "../../../kit/schema.ts";

/** The engine observes exit codes and ends of nested runs; a report alone proves nothing. */
const isRead = ({ how }: Result): boolean => how === "exit" || how === "run";

const states: Readonly<Record<string, AttemptState>> = { timeout: "late", no_report: "silent" };

const referencesOf = (result: Result | null): References => ({
  outputs: [result?.output_digest ?? null].filter((digest) => digest !== null),
  commits: [result?.commit ?? null].filter((commit) => commit !== null),
});

/** Node id, followed by its name in the template if that differs. */
const nameOf = (state: State, id: string): string => {
  const name = filledName(workNode(state, id)?.name ?? id, state.context);
  return name === id ? id : `${id}${because(name)}`;
};

/** The error text of an exit already names the exit code. */
const whyFailed = ({ reason, error }: Result): string =>
  reason === "exit" && error?.startsWith("exit ") === true
    ? because(error)
    : `, ${reason ?? "failed"}${because(error)}`;

/** Records the callback of the node's task. */
const called = (state: State, id: string, { digest: result }: Result): State => {
  const task = workState(state, id)?.task ?? null;
  const found = task === null ? undefined : state.tasks[task];
  return task === null || found === undefined
    ? state
    : { ...state, tasks: { ...state.tasks, [task]: { ...found, result } } };
};

/** Without a new measurement, the last known commit stays. */
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

/** Applies a successful end; null fields of the result don't erase values bound earlier. */
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

export const nodeFinished = event("NodeFinished", {
  means: "A node ended well.",
  data: { node, attempt, result },
  line: ({ node, attempt, result }) =>
    `${node}, attempt ${attempt}, by ${result.how}${because(result.session)}`,
  news: {
    word: "proved",
    line: ({ node, result }, state) => (isRead(result) ? nameOf(state, node) : null),
  },
  ends: ({ result }) => [own(isRead(result) ? "proved" : "reported")],
  worked: (data) => data.node,
  refers: ({ result }) => referencesOf(result),
  broken: (before, { node: id, attempt, result }, { by }) => {
    const now = workState(before, id);
    if (now?.status !== "running" || now.attempt !== attempt)
      return `attempt ${attempt} of ${id} wasn't under way`;
    if (!result.ok) return `${id} failed`;
    if (now.check !== true) return null;
    if (isTold(by)) return "only the engine ends a check";
    // A nested run ends without an exit code.
    const template = workNode(before, id);
    if (result.exit === null && template !== null && childProtocol(template) !== null) return null;
    return result.exit === 0 ? null : `it passed with exit ${result.exit ?? "unknown"}`;
  },
  apply: (state, { node: id, result }, { at }) =>
    changeWork(called(measured(state, result), id, result), id, (node) =>
      ended(node, id, result, at),
    ),
});

export const nodeFailed = event("NodeFailed", {
  means: "An attempt at a node failed, for this reason.",
  data: { node, attempt, result },
  line: ({ node, attempt, result }) => `${node}, attempt ${attempt}${whyFailed(result)}`,
  news: "failed",
  ends: ({ result: { reason, error } }) => [
    ownBy(states[reason ?? ""] ?? "failed", error ?? reason ?? ""),
  ],
  refers: ({ result }) => referencesOf(result),
  apply: (state, { node: id, result }) =>
    changeWork(called(measured(state, result), id, result), id, (node) => ({
      ...node,
      status: "failed",
      doubt: null,
      lost: 0,
      session: result.session ?? node.session,
      error: result.error,
      output: outputOf(result),
      warnings: [...node.warnings, ...result.warnings],
      result: result.digest,
      how: result.how,
    })),
});

export const nodeRetried = event("NodeRetried", {
  means: "A node is due again; auto: by its own on_fail, or since a lost process only reads.",
  data: { node, auto: t.flag, why: t.text },
  line: ({ node, auto: is, why }) => `${node}${auto(is)}${because(why)}`,
  news: "again",
  ends: ({ node, why }) => [ofUnit(node, "returned", why)],
  apply: (state, data) =>
    changeWork(state, data.node, (node) => {
      const again = pendingAgain(node);
      if (!data.auto) return { ...again, autoRetried: false, lost: 0 };
      return node.doubt === null
        ? { ...again, autoRetried: true }
        : { ...again, lost: node.lost + 1 };
    }),
});

export const nodeSkipped = event("NodeSkipped", {
  means: "A failed node is passed over; auto: by its own on_fail.",
  data: { node, auto: t.flag, why: t.text },
  line: ({ node, auto: is, why }) => `${node}${auto(is)}${because(why)}`,
  apply: (state, data) =>
    changeWork(state, data.node, (node) => ({
      ...node,
      status: "skipped",
      doubt: null,
      error: node.error ?? node.doubt,
    })),
});

export const nodeAccepted = event("NodeAccepted", {
  means: "A person let a node count as done, by name: a bypass.",
  data: { node, attempt, reason: t.text, by: t.text, result: t.maybe(result) },
  line: ({ node, attempt, by, reason }) =>
    `${node}, attempt ${attempt}, by ${by}${because(reason)}`,
  refers: ({ result }) => referencesOf(result),
  apply: (state, data, { at }) => {
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
            outputPath: node.outputPath ?? (node.output === null ? null : `./${outputFile(id)}`),
          }
        : ended(node, id, result, at),
    );
    return { ...accepted, bypasses: [...state.bypasses, { node: id, attempt, by, reason, at }] };
  },
});

export const nodeDoubted = event("NodeDoubted", {
  means: "Nobody knows how an attempt ended: a person is asked.",
  data: { node, attempt, why: t.text, left: t.optional(t.text) },
  line: ({ node, attempt, why }) => `${node}, attempt ${attempt}${because(why)}`,
  news: "waits",
  ends: ({ why }) => [own("lost", why)],
  apply: (state, data) =>
    changeWork(state, data.node, (node) => ({
      ...node,
      doubt: data.why,
      ...(data.left === undefined ? {} : { left: digest(data.left) }),
    })),
});

export const resultIgnored = event("ResultIgnored", {
  means: "A result came for an attempt that no longer runs: shown, and without effect.",
  data: { node, attempt: count, task: t.text, exit, digest: t.text, why: t.text },
  line: ({ node, task, why }) => `${node}, late result of ${task}${because(why)}`,
  apply: (state, data) => {
    const { node, attempt, task, exit, why, digest } = data;
    const found = state.tasks[task];
    const tasks =
      found === undefined ? state.tasks : { ...state.tasks, [task]: { ...found, result: digest } };
    return { ...state, tasks, late: [...state.late, { node, attempt, task, exit, why }] };
  },
});
