// Units that Cairn itself drafts: explorers, the planner, what verifies the whole, and the plan of a light run.
import { shortened } from "../../core/quote.ts";
import type { Draft, DraftCriterion } from "../../work/unit.ts";

const empty = { text: null, after: [], criteria: [], more: {} } as const;
export const explorerDraft = (id: string, hint: string): Draft => ({
  ...empty,
  id,
  kind: "explore",
  title: `Explore: ${hint}`,
  more: { hint },
});
export const plannerDraft = (explorers: readonly Pick<Draft, "id">[]): Draft => ({
  ...empty,
  id: "plan",
  kind: "plan",
  title: "Plan",
  after: explorers.map(({ id }) => id),
});
export const taskDraft = (id: string, title = ""): Draft => ({ ...empty, id, kind: "task", title });
export const verifyId = "verify";
export const verifyDraft = (criteria: readonly DraftCriterion[] = [], id = verifyId): Draft => ({
  ...empty,
  id,
  kind: "verify",
  title: "Verify the whole",
  criteria,
});

export const bare = (text: string): DraftCriterion => ({ text, check: null, chosenBy: null });
/** Its worker must name a check before it counts, and the verifier judges whether that suffices. */
export const lightCriterion = "A command that fails without what the goal asks for passes with it";
/** One task without exploration or planning. Approved by the sender of Start, who wrote all that it contains. */
export const lightPlan = (goal: string): readonly Draft[] => [
  {
    ...taskDraft("1", shortened(goal.trim().split("\n", 1)[0] ?? "", 119)),
    text: goal,
    criteria: [bare(lightCriterion)],
  },
  { ...verifyDraft(), after: ["1"] },
];
