// Units that Cairn itself drafts: explorers, the planner, what verifies the whole, the plan of a light run, fix tasks.
import { shortened } from "../../core/words/quote.ts";
import { checkText } from "../../kit/check/check.ts";
import type { Draft, DraftCriterion } from "../../work/unit.ts";
import { find, type Issue, type Work } from "../../work/work.ts";

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

const fixTask = (state: Work, { summary, doneWhen, ...issue }: Issue, n: number): Draft => {
  const unit = issue.unit === null ? undefined : find(state, issue.unit);
  const broken = issue.criterion === null ? undefined : unit?.criteria[issue.criterion - 1];
  const isRed = broken?.proof?.passed === false && !broken.proof.captured;
  const check = issue.check ?? broken?.check ?? null;
  const criterion: DraftCriterion =
    broken !== undefined && isRed
      ? { text: broken.text, check: broken.check, chosenBy: broken.chosenBy }
      : {
          text: shortened(doneWhen || summary, 499),
          check,
          chosenBy: check === null ? null : issue.check === null ? "plan" : "judge",
        };
  const output =
    isRed && broken !== undefined
      ? `${checkText(broken.check)}: ${broken.proof?.why ?? "red"}\n${broken.proof?.excerpt ?? ""}`
      : "";
  const about = unit === undefined ? "" : `Task ${unit.id}: ${unit.title}`;
  const parts = [summary, about, doneWhen === "" ? "" : `Done when: ${doneWhen}`, output];
  return {
    ...taskDraft(
      `fix-${state.round}-${n}`,
      shortened(`Fix: ${summary.split("\n", 1)[0] ?? ""}`, 199),
    ),
    text: shortened(parts.filter((part) => part.trim() !== "").join("\n\n"), 15_999),
    criteria: [criterion],
  };
};

/** Units of the next round. */
export const rework = (state: Work, issues: readonly Issue[]): readonly Draft[] =>
  issues.map((issue, index) => fixTask(state, issue, index + 1));
