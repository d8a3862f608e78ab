// The command that a person's answer means (specification, section 7).
import type { Outcome } from "../../../core/job.ts";
import type { DecisionAbout } from "../jobs/about.ts";
import type { StigmergyCommand } from "../commands.ts";

type Decided = Extract<Outcome, { is: "decided" }>;
type Gate = Extract<DecisionAbout, { is: "gate" }>;

const redoes = ["brief", "prd", "architecture", "manifest", "story-file"] as const;

const gate = ({ gate: name, asked }: Gate, { option, note }: Decided): StigmergyCommand | null => {
  const noted = note === "" ? {} : { note };
  if (option === "approve")
    return { type: "PassGate", data: { gate: name, asked, without_checks: false, ...noted } };
  if (option === "approve-unchecked")
    return { type: "PassGate", data: { gate: name, asked, without_checks: true, ...noted } };
  const redo = redoes.find((one) => option === `redo-${one}`);
  return redo === undefined
    ? null
    : { type: "RefuseGate", data: { gate: name, asked, redo, reason: note } };
};

const halt = (asked: number, { option, note }: Decided): StigmergyCommand | null => {
  if (option === "cancel") return { type: "Cancel", data: note === "" ? {} : { reason: note } };
  if (option !== "retry" && option !== "responder" && option !== "withdraw") return null;
  return {
    type: "Unhalt",
    data: { choice: option, asked, ...(note === "" ? {} : { guidance: note }) },
  };
};

const accepted = (
  story: string,
  criteria: number,
  { option, note }: Decided,
): StigmergyCommand | null => {
  if (option === "reject") return { type: "SubmitReview", data: { story, pass: false, why: note } };
  if (option !== "accept") return null;
  const verdicts = Array.from({ length: criteria }, (_, index) => ({
    n: index + 1,
    met: true,
    how: note,
  }));
  return {
    type: "SubmitReview",
    data: {
      story,
      pass: true,
      verdicts: criteria === 0 ? null : verdicts,
      ...(note === "" ? {} : { why: note }),
    },
  };
};

/** Returns null if no command has such an answer. */
export const decidedCommand = (about: DecisionAbout, decided: Decided): StigmergyCommand | null => {
  const { option, note } = decided;
  switch (about.is) {
    case "gate":
      return gate(about, decided);
    case "halt":
      return halt(about.asked, decided);
    case "question":
      return option === "answer"
        ? { type: "AnswerQuestion", data: { question: about.question, text: note } }
        : null;
    case "drift":
      return option === "accept"
        ? { type: "AcceptDrift", data: { path: about.path, digest: about.digest } }
        : null;
    case "autonomy":
      return option === "yes" || option === "no"
        ? { type: "SetAutonomy", data: { mode: option === "yes" ? "autonomous" : "supervised" } }
        : null;
    case "accept":
      return accepted(about.story, about.criteria, decided);
  }
};
