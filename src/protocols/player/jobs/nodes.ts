// Jobs of nodes: the whole current batch, and nodes that still run.
import { reportForm } from "../../../kit/json-schema.ts";
import { noLimits } from "../../../core/rules/decision.ts";
import { digest } from "../../../core/hash.ts";
import type { Job } from "../../../core/job.ts";
import type { Digest } from "../../../core/row.ts";
import type { Role } from "../../../core/view.ts";
import { jobKey } from "../decider/step.ts";
import { nodeLimits } from "../limits.ts";
import {
  activeIds,
  childProtocol,
  frontier,
  isDone,
  roleOf,
  workIds,
  workNode,
  workState,
} from "../nodes.ts";
import { outputFile, place } from "../place.ts";
import { reportShape } from "../report/shape.ts";
import type { NodeId, State, WorkState } from "../state.ts";
import type { WorkNode } from "../template/template.ts";
import { argsOf } from "../node-args.ts";
import type { About } from "./about.ts";
import { childStart } from "./child.ts";
import { taskId } from "./task-id.ts";

const deadlineOf = (state: State, node: WorkState): Pick<Job, "deadline"> =>
  node.hosted || node.startedAt === null
    ? {}
    : { deadline: new Date(Date.parse(node.startedAt) + state.nodeTimeout * 1000).toISOString() };

const argsDigest = (state: State, id: NodeId, node: WorkState): string =>
  digest(node.args ?? argsOf(state, id).args);

type Standing = {
  readonly state: State;
  readonly id: NodeId;
  readonly node: WorkState;
  readonly template: WorkNode;
};

/** The current attempt, or the next one while the node is pending. */
const attemptOf = (node: WorkState): number =>
  node.status === "running" ? node.attempt : node.attempt + 1;

const common = ({ state, id, node, template }: Standing): Omit<Job, "key" | "about"> => ({
  subject: id,
  kind: "agent",
  role: roleOf(template),
  why: state.status === "paused" ? "paused" : null,
  begun: node.status === "running",
  writes: template.type === "cli" && template.cliMode === "analysis" ? "nothing" : "anything",
  reads: [],
  limits: nodeLimits(state.nodeTimeout),
  doubt: "ask",
});

const child = (standing: Standing, protocol: string): Job => {
  const { state, id, node, template } = standing;
  const attempt = attemptOf(node);
  const about = {
    is: "child",
    node: id,
    attempt,
    told: argsDigest(state, id, node),
    begun: node.status === "running",
  } satisfies About;
  return {
    ...common(standing),
    key: jobKey("child", id, attempt),
    about,
    // The child run has its own limits.
    limits: noLimits,
    doubt: "check",
    child: {
      protocol,
      start: childStart(state, template, protocol),
      origin: `${state.run}/${id}/${attempt}`,
    },
  };
};

/** Attempts of one node share a conversation until a rollback; each CLI call has its own, named by its task id. */
const agent = (standing: Standing): Job => {
  const { state, id, node, template } = standing;
  const attempt = attemptOf(node);
  const key = jobKey("node", id, attempt);
  const isCli = template.type === "cli";
  const task = isCli
    ? node.status === "running"
      ? node.task
      : taskId(state, template.cliTool ?? "", key)
    : null;
  const output = `${place(state)}/${outputFile(id)}`;
  const about: About = {
    is: "node",
    node: id,
    attempt,
    type: template.type,
    mode: template.cliMode,
    task,
    told: argsDigest(state, id, node),
    output,
    known: node.last?.output ?? null,
  };
  return {
    ...common(standing),
    key,
    about,
    ...(node.status === "running" && !node.hosted ? { outside: true } : {}),
    ...(node.status === "running" ? deadlineOf(state, node) : {}),
    reads: [output],
    ...(isCli
      ? {
          words: { mode: template.cliMode, rule: template.cliRule ?? "", task: task ?? "" },
          ...(template.cliMode === "analysis" ? { doubt: "retry" as const } : {}),
        }
      : {
          words: { task: "" },
          report: reportForm(reportShape),
          thread: `${id} from ${node.since ?? attempt}`,
        }),
  };
};

export const nodeJobs = (state: State): readonly Job[] => {
  const due = new Set(frontier(state)?.batch.nodes);
  return activeIds(state).flatMap((id) => {
    const node = workState(state, id);
    const template = workNode(state, id);
    if (node === null || template === null) return [];
    const wanted =
      node.status === "running" ? node.doubt === null : node.status === "pending" && due.has(id);
    if (!wanted) return [];
    const protocol = childProtocol(template);
    const standing = { state, id, node, template };
    // A node started by hand is not a child run: its starter reports how it ends.
    return [
      protocol === null || (node.status === "running" && !node.hosted)
        ? agent(standing)
        : child(standing, protocol),
    ];
  });
};

/** Check programs that ran on a different tree. */
export const checksElsewhere = (state: State, tree: Digest): readonly Job[] =>
  workIds(state).flatMap((id) => {
    const [node, template] = [workState(state, id), workNode(state, id)];
    const due =
      node !== null &&
      node.check === true &&
      node.status === "completed" &&
      node.how === "exit" &&
      node.tree !== tree;
    return due && template !== null && childProtocol(template) === null
      ? [agent({ state, id, node: { ...node, status: "running" }, template })]
      : [];
  });

/** Every role that pending nodes may need. */
export const roles = (state: State): readonly Role[] => {
  const names = new Map<string, Role>();
  for (const id of workIds(state)) {
    const template = workNode(state, id);
    if (template === null || isDone(state.nodes[id])) continue;
    const protocol = childProtocol(template);
    const name = roleOf(template);
    names.set(name, protocol === null ? { name } : { name, protocol });
  }
  return [...names.values()];
};
