// Question jobs: failed, doubtful or gated nodes that wait for a person, with all answers.
import { decisionJob } from "../../../core/decision.ts";
import { firstOf } from "../../../core/how-many.ts";
import type { Job } from "../../../core/job.ts";
import { firstLine } from "../../../core/quote.ts";
import {
  askedNodes,
  checkpointNode,
  checkpointState,
  openCheckpoint,
  workNode,
  workState,
} from "../nodes.ts";
import type { NodeId, State } from "../state.ts";
import { filledName } from "../template/filled-name.ts";
import type { About } from "./about.ts";

const decision = decisionJob<About>;

/** Maximum steps named in an answer. */
const namedMost = 4;

const nodeQuestion = (state: State, id: NodeId): Job => {
  const node = workState(state, id);
  const name = filledName(workNode(state, id)?.name ?? id, state.context);
  const what =
    node?.doubt === null || node === null
      ? `failed: ${firstLine(node?.error ?? "")}`
      : `is in doubt: ${firstLine(node.doubt)}`;
  const attempt = node?.attempt ?? 0;
  const question = `${id} (${name}), attempt ${attempt}, ${what}. What now?`;
  return decision(`ask-${id}-${attempt}`, { is: "ask", node: id, attempt }, id, question, [
    {
      id: "retry",
      label: "Try again",
      means: "It runs again as a new attempt.",
      note: "may",
      mends: id,
      recommended: true,
    },
    { id: "skip", label: "Skip this node", means: "Later steps get nothing from it.", note: "may" },
    {
      id: "accept",
      label: "Accept as done",
      means: "It counts as done, in your name and always shown as such.",
      note: "must",
    },
    {
      id: "abort",
      label: "End the run as failed",
      means: "The run ends. It can be resumed later, with a retry of what failed.",
      note: "may",
      ends: true,
    },
  ]);
};

/** Names what starts after the checkpoint. */
const next = (state: State, id: NodeId): string => {
  const at = state.plan.findIndex(({ nodes }) => nodes.includes(id));
  const names = (state.plan[at + 1]?.nodes ?? []).map((one) => {
    const name = filledName(workNode(state, one)?.name ?? "", state.context);
    return name === one ? one : `${one} ${name}`.trim();
  });
  if (names.length === 0)
    return "The checkpoint is passed, and the run ends: it was the last step.";
  return `Next: ${firstOf(names, namedMost)}.`;
};

const gateQuestion = (state: State, id: NodeId): Job => {
  const checkpoint = checkpointNode(state, id);
  const words = new Set(
    [checkpoint?.name ?? id, checkpoint?.description ?? ""]
      .filter((word) => word !== "")
      .map((word) => filledName(firstLine(word), state.context)),
  );
  const sentences = [...words].map((word) => (/[.!?\u2026]$/u.test(word) ? word : `${word}.`));
  // Ask only one question.
  const asked = sentences.at(-1)?.endsWith("?") === true ? sentences : [...sentences, "Go on?"];
  const saved = checkpointState(state, id)?.saved ?? 0;
  return decision(
    `ask-${id}-${saved}`,
    { is: "gate", checkpoint: id, saved },
    id,
    `${id}: ${asked.join(" ")}`,
    [
      { id: "continue", label: "Continue", means: next(state, id), note: "may", recommended: true },
      {
        id: "pause",
        label: "Pause the run",
        means: "Nothing starts until you resume it. The question stays open.",
        note: "may",
      },
      {
        id: "abort",
        label: "Cancel the run",
        means: "The run ends. It can be resumed later, with a retry.",
        note: "may",
        ends: true,
      },
    ],
  );
};

/** Open questions, also while the run is paused. */
export const questionJobs = (state: State): readonly Job[] => {
  const open = openCheckpoint(state);
  return [
    ...askedNodes(state).map((id) => nodeQuestion(state, id)),
    ...(open === null ? [] : [gateQuestion(state, open)]),
  ];
};
