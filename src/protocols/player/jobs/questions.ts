// Why: what is failed, doubted or gated waits for a person, with every answer and what follows from it.
import type { Decision, Job } from "../../../core/job.ts";
import { firstLine } from "../../../core/quote.ts";
import { noLimits } from "../limits.ts";
import { askedNodes, checkpointNode, checkpointState, openCheckpoint, workNode, workState } from "../nodes.ts";
import type { NodeId, State } from "../state.ts";
import type { About } from "./about.ts";

const base = {
  kind: "decision",
  role: "person",
  why: null,
  begun: false,
  writes: "nothing",
  reads: [],
  limits: noLimits,
  doubt: "ask",
} as const;

const nodeDecision = (state: State, id: NodeId): Decision => {
  const node = workState(state, id);
  const name = workNode(state, id)?.name ?? id;
  const what = node?.doubt === null || node === null ? `failed: ${firstLine(node?.error ?? "")}` : `is in doubt: ${firstLine(node.doubt)}`;
  return {
    question: `${id} (${firstLine(name)}), attempt ${node?.attempt ?? 0}, ${what}. What now?`,
    options: [
      { id: "retry", means: "it is done again, as a new attempt", note: "may" },
      { id: "skip", means: "it is passed over: what refers to it finds nothing", note: "may" },
      { id: "accept", means: "it counts as done, in your name and shown for ever", note: "must" },
      { id: "abort", means: "the run fails; `cairn resume --retry` takes it up again", note: "may" },
    ],
  };
};

const gateDecision = (state: State, id: NodeId): Decision => {
  const checkpoint = checkpointNode(state, id);
  const words = new Set(
    [checkpoint?.name ?? id, checkpoint?.description ?? ""].filter((word) => word !== "").map((word) => firstLine(word)),
  );
  const sentences = [...words].map((word) => (/[.!?\u2026]$/u.test(word) ? word : `${word}.`));
  return {
    question: `${id}: ${sentences.join(" ")} Go on?`,
    options: [
      { id: "continue", means: "the checkpoint is passed and the next batch begins", note: "may" },
      { id: "pause", means: "the run is paused here; the question stays", note: "may" },
      { id: "abort", means: "the run ends as aborted; `cairn resume --retry` takes it up again", note: "may" },
    ],
  };
};

/** Also while the run is paused. */
export const questionJobs = (state: State): readonly Job[] => {
  const nodes = askedNodes(state).map((id): Job => {
    const attempt = workState(state, id)?.attempt ?? 0;
    const about: About = { is: "ask", node: id, attempt };
    return { ...base, key: `ask:${id}:${attempt}`, about, subject: id, decision: nodeDecision(state, id) };
  });
  const open = openCheckpoint(state);
  if (open === null) return nodes;
  const saved = checkpointState(state, open)?.saved ?? 0;
  const about: About = { is: "gate", checkpoint: open, saved };
  return [...nodes, { ...base, key: `ask:${open}:${saved}`, about, subject: open, decision: gateDecision(state, open) }];
};
