// All that a person decides in the player: what to do about a failed or doubtful node, and whether a checkpoint is passed.
import { type Answer, decisionsOn, together } from "../../core/rules/decision.ts";
import { firstOf } from "../../core/words/how-many.ts";
import { firstLine } from "../../core/words/quote.ts";
import type { PlayerCommand } from "./commands.ts";
import type { About } from "./jobs/about.ts";
import {
  askedNodes,
  checkpointNode,
  checkpointState,
  openCheckpoint,
  workNode,
  workState,
} from "./nodes.ts";
import type { NodeId, State } from "./state.ts";
import { filledName } from "./template/filled-name.ts";

const decision = decisionsOn<State, About, PlayerCommand>();
type Answers<K extends "ResolveNode" | "ResolveCheckpoint"> = Extract<
  PlayerCommand,
  { type: K }
>["data"]["answer"];

const resolved =
  (answer: Answers<"ResolveNode">) =>
  ({ node, attempt }: Extract<About, { is: "ask" }>, { note }: Answer): PlayerCommand => ({
    type: "ResolveNode",
    data: { node, answer, asked: attempt, ...(note === "" ? {} : { reason: note }) },
  });

const ask = decision("ask", {
  asks: (state) =>
    askedNodes(state).map((id) => {
      const node = workState(state, id);
      const name = filledName(workNode(state, id)?.name ?? id, state.context);
      const what =
        node?.doubt === null || node === null
          ? `failed: ${firstLine(node?.error ?? "")}`
          : `is in doubt: ${firstLine(node.doubt)}`;
      const attempt = node?.attempt ?? 0;
      return {
        key: `ask-${id}-${attempt}`,
        about: { is: "ask", node: id, attempt },
        subject: id,
        question: `${id} (${name}), attempt ${attempt}, ${what}. What now?`,
        options: { retry: { mends: id } },
      };
    }),
  options: {
    retry: {
      label: "Try again",
      means: "It runs again as a new attempt.",
      note: "may",
      recommended: true,
      then: resolved("retry"),
    },
    skip: {
      label: "Skip this node",
      means: "Later steps get nothing from it.",
      note: "may",
      then: resolved("skip"),
    },
    accept: {
      label: "Accept as done",
      means: "It counts as done, in your name and always shown as such.",
      note: "must",
      then: resolved("accept"),
    },
    abort: {
      label: "End the run as failed",
      means: "The run ends. It can be resumed later, with a retry of what failed.",
      note: "may",
      ends: true,
      then: resolved("abort"),
    },
  },
});

/** Names what starts after the checkpoint. */
const next = (state: State, id: NodeId): string => {
  const at = state.plan.findIndex(({ nodes }) => nodes.includes(id));
  const names = (state.plan[at + 1]?.nodes ?? []).map((one) => {
    const name = filledName(workNode(state, one)?.name ?? "", state.context);
    return name === one ? one : `${one} ${name}`.trim();
  });
  if (names.length === 0)
    return "The checkpoint is passed, and the run ends: it was the last step.";
  return `Next: ${firstOf(names, 4)}.`;
};

const gateQuestion = (state: State, id: NodeId): string => {
  const checkpoint = checkpointNode(state, id);
  const words = new Set(
    [checkpoint?.name ?? id, checkpoint?.description ?? ""]
      .filter((word) => word !== "")
      .map((word) => filledName(firstLine(word), state.context)),
  );
  const sentences = [...words].map((word) => (/[.!?\u2026]$/u.test(word) ? word : `${word}.`));
  const asked = sentences.at(-1)?.endsWith("?") === true ? sentences : [...sentences, "Go on?"];
  return `${id}: ${asked.join(" ")}`;
};

const passed =
  (answer: Answers<"ResolveCheckpoint">) =>
  ({ checkpoint, saved }: Extract<About, { is: "gate" }>, { note }: Answer): PlayerCommand => ({
    type: "ResolveCheckpoint",
    data: { checkpoint, answer, asked: saved, ...(note === "" ? {} : { reason: note }) },
  });

const gate = decision("gate", {
  asks(state) {
    const id = openCheckpoint(state);
    if (id === null) return null;
    const saved = checkpointState(state, id)?.saved ?? 0;
    return {
      key: `ask-${id}-${saved}`,
      about: { is: "gate", checkpoint: id, saved },
      subject: id,
      question: gateQuestion(state, id),
      options: { continue: { means: next(state, id) } },
    };
  },
  options: {
    continue: { label: "Continue", note: "may", recommended: true, then: passed("continue") },
    pause: {
      label: "Pause the run",
      means: "Nothing starts until you resume it. The question stays open.",
      note: "may",
      then: passed("pause"),
    },
    abort: {
      label: "Cancel the run",
      means: "The run ends. It can be resumed later, with a retry.",
      note: "may",
      ends: true,
      then: passed("abort"),
    },
  },
});

/** Open also while the run is paused. */
export const decisions = together([ask, gate]);
