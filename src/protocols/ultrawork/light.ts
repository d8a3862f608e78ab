// The plan of a light run: one task without exploration or planning, whose worker names its check.
import type { Draft } from "../../work/unit.ts";
import { verifyDraft } from "./plan-read.ts";

/** A plan's subject is one line. */
const longest = 120;

/** Without a check: its worker must name one before it counts, and the verifier judges whether that suffices. */
export const lightCriterion = "A command that fails without what the goal asks for passes with it";

const subjectOf = (goal: string): string => {
  const [line = ""] = goal.trim().split("\n");
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
};

/** Approved by the sender of Start, because it contains only what that sender wrote. */
export const lightPlan = (goal: string): readonly Draft[] => [
  {
    id: "1",
    kind: "task",
    title: subjectOf(goal),
    text: goal,
    after: [],
    criteria: [{ text: lightCriterion, check: null, chosenBy: null }],
    more: {},
  },
  { ...verifyDraft([]), after: ["1"] },
];
