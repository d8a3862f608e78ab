// The plan of a small goal: one task without exploration or planning, whose worker names its check.
import type { Command } from "../../core/protocol.ts";

/** A plan's subject is one line. */
const longest = 120;

/** Without a check: the worker must name one before it counts, and the verifier judges whether it is sufficient. */
export const lightCriterion = "A command that fails without what the goal asks for passes with it";

const subjectOf = (goal: string): string => {
  const [line = ""] = goal.trim().split("\n");
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
};

/** Proposed and approved by the sender of Start, because it contains only what that sender wrote. */
export const lightPlan = ({ goal }: Readonly<Record<string, unknown>>): readonly Command[] => {
  if (typeof goal !== "string" || goal.trim() === "") return [];
  const task = {
    id: "1",
    subject: subjectOf(goal),
    description: goal,
    success_criteria: [lightCriterion],
  };
  return [
    { type: "ProposePlan", data: { plan: { tasks: [task] } } },
    { type: "ApprovePlan", data: { rev: 1 } },
  ];
};
