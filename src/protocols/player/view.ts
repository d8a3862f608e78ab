// View of a player run as plain data, the same for status, graph and page.
import { firstLine, oneLine } from "../../core/words/quote.ts";
import { refusedLine } from "../../kit/edits/refused-edit.ts";
import { runStatus } from "../../core/rules/run-status.ts";
import { span } from "../../core/words/how-many.ts";
import type { View, ViewNode } from "../../core/view.ts";
import { claimedBy, claimNote, isProved } from "./claimed.ts";
import { jobs } from "./jobs.ts";
import {
  checkpointNode,
  childProtocol,
  frontier,
  isOver,
  nodeIds,
  roleOf,
  workNode,
  workState,
} from "./nodes.ts";
import type { NodeId, State, WorkState } from "./state.ts";
import { filledName } from "./template/filled-name.ts";

const after = (state: State, index: number): readonly NodeId[] =>
  state.plan[index - 1]?.nodes ?? [];

const workStatus = (state: State, node: WorkState, due: boolean): ViewNode["status"] => {
  if (node.status === "completed") return "done";
  if (node.status === "failed" || node.status === "skipped") return "failed";
  if (node.status === "running") return node.doubt === null ? "running" : "waiting";
  return due && state.status === "running" ? "ready" : "open";
};

const asked = "waits for your answer";

const took = ({ startedAt, completedAt }: WorkState): string | null =>
  startedAt === null || completedAt === null
    ? null
    : span(Date.parse(completedAt) - Date.parse(startedAt));

const workNote = (state: State, id: NodeId, node: WorkState): string | null => {
  const bypass = state.bypasses.find((one) => one.node === id && one.attempt === node.attempt);
  const parts = [
    // For hosted work, the lease names the agent.
    node.agent === undefined ||
    node.status === "pending" ||
    (node.status === "running" && node.hosted)
      ? null
      : `by ${oneLine(node.agent, 80)}`,
    node.attempt > 0 ? `attempt ${node.attempt}` : null,
    took(node),
    node.status === "skipped" ? "skipped" : null,
    claimNote(state, id, node),
    node.session === null ? null : `session ${oneLine(node.session, 80)}`,
    node.task === null ? null : `task ${oneLine(node.task, 80)}`,
    node.doubt === null ? null : `in doubt: ${oneLine(node.doubt, 120)}`,
    node.error === null || !isOver(state) ? null : oneLine(node.error, 120),
    bypass === undefined ? null : `accepted by ${bypass.by}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
};

const nodeOf = (state: State, id: NodeId, index: number, due: ReadonlySet<NodeId>): ViewNode => {
  const node = workState(state, id);
  const template = workNode(state, id);
  const checkpoint = checkpointNode(state, id);
  if (node !== null) {
    return {
      id,
      label: `${filledName(template?.name ?? id, state.context)}${template === null ? "" : ` (${oneLine(roleOf(template), 80)})`}`,
      kind: "node",
      group: `batch ${index + 1}`,
      status: workStatus(state, node, due.has(id)),
      after: after(state, index),
      why: node.doubt !== null || node.status === "failed" ? (isOver(state) ? null : asked) : null,
      done: isProved(state, id, node) ? 1 : 0,
      of: 1,
      note: workNote(state, id, node),
      ...(node.status === "failed" && node.error !== null
        ? { cause: oneLine(node.error, 120) }
        : {}),
      ...(node.status === "running" && node.attempt > (node.since ?? node.attempt)
        ? { returned: node.attempt - (node.since ?? 0) }
        : {}),
      ...(template === null ||
      node.status !== "pending" ||
      isOver(state) ||
      childProtocol(template) !== null
        ? {}
        : { role: roleOf(template) }),
    };
  }
  const status = state.nodes[id]?.status ?? "pending";
  return {
    id,
    label: `${filledName(checkpoint?.name ?? id, state.context)}${checkpoint?.autoContinue === false ? " (pause)" : ""}`,
    kind: "checkpoint",
    beside: true,
    group: `batch ${index + 1}`,
    status: status === "completed" ? "done" : status === "running" ? "waiting" : "open",
    after: after(state, index),
    why: status === "running" && !isOver(state) ? asked : null,
    done: 0,
    of: 0,
    note: null,
  };
};

/** The goal that a person entered, if the template asks for one. */
const goalOf = ({ context }: Pick<State, "context">): string | null => {
  const goal = context["goal"];
  return typeof goal === "string" && goal.trim() !== "" ? firstLine(goal, 120) : null;
};

const some = (count: number, what: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${what}`];

export const view = (state: State): View => {
  const now = frontier(state);
  const due = new Set(now?.batch.nodes);
  const ids = nodeIds(state);
  const nodes = state.plan.flatMap(({ nodes: members }, index) =>
    members.map((id) => nodeOf(state, id, index, due)),
  );
  const works = ids.flatMap((id) => {
    const node = workState(state, id);
    return node === null ? [] : [{ id, node }];
  });
  const template = filledName(state.template.name, state.context);
  const claims = works.flatMap(({ id, node }) => claimedBy(state, id, node) ?? []);
  return {
    title: goalOf(state) ?? template,
    name: `${template} ${state.session}`,
    phase: state.status.toUpperCase(),
    status: runStatus({ over: isOver(state), paused: state.status === "paused" }, () =>
      jobs(state),
    ),
    facts: [
      ...(state.plan.length === 0
        ? []
        : [`batch ${(now?.index ?? state.plan.length - 1) + 1} of ${state.plan.length}`]),
      `template ${oneLine(state.template.path)}${state.template.body === null ? " missing" : ` pinned ${state.template.digest.slice(0, 8)}`}`,
    ],
    nodes,
    evidence: {
      have: works.filter(({ id, node }) => isProved(state, id, node)).length,
      of: works.length,
    },
    claims: [
      ...[...new Set(claims)].flatMap((by) =>
        some(claims.filter((one) => one === by).length, `completed by ${by}`),
      ),
      ...some(works.filter(({ node }) => node.status === "skipped").length, "skipped"),
      ...some(works.filter(({ node }) => node.doubt !== null).length, "in doubt"),
    ],
    bypasses: state.bypasses.map(
      ({ node, attempt, by, reason }) =>
        `${node} attempt ${attempt} accepted by ${by}: ${oneLine(reason)}`,
    ),
    warnings: [
      ...(state.template.body === null
        ? ["TEMPLATE_MISSING: nothing can be played until a template is pinned"]
        : []),
      ...works.flatMap(({ id, node }) =>
        node.warnings.map((warning) => `${id}: ${oneLine(warning)}`),
      ),
      ...state.late.map(
        ({ task, exit, why }) =>
          `late result of ${oneLine(task, 80)} (exit ${exit ?? "unknown"}): ${oneLine(why)}`,
      ),
      ...(state.adopted ?? []),
    ],
    refused: refusedLine(state.refused),
  };
};
