// What only ultrawork does with a failed verdict: a fix task for each issue.
import { shortened } from "../../core/quote.ts";
import { checkText } from "../../kit/check/check.ts";
import type { Draft, DraftCriterion } from "../../work/unit.ts";
import { find, type Issue, type Work } from "../../work/work.ts";
import { taskDraft } from "./drafts.ts";

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
