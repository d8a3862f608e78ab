// What only ultrawork does with a failed verdict: a fix task for each issue.
import { checkText } from "../../kit/check/check.ts";
import type { Draft, DraftCriterion } from "../../work/unit.ts";
import { find, type Issue, type Work } from "../../work/work.ts";

const clip = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
/** An adopted folder may have a task of that name. */
const freeId = (state: Work, n: number): string => {
  const id = `fix-${state.round}-${n}`;
  return find(state, id) === undefined ? id : freeId(state, n + 200);
};

const fixTask = (state: Work, { summary, doneWhen, ...issue }: Issue, n: number): Draft => {
  const unit = issue.unit === null ? undefined : find(state, issue.unit);
  const broken = issue.criterion === null ? undefined : unit?.criteria[issue.criterion - 1];
  const isRed = broken?.proof?.passed === false && !broken.proof.captured;
  const check = issue.check ?? broken?.check ?? null;
  const criterion: DraftCriterion =
    broken !== undefined && isRed
      ? { text: broken.text, check: broken.check, chosenBy: broken.chosenBy }
      : {
          text: clip(doneWhen || summary, 500),
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
    id: freeId(state, n),
    kind: "task",
    title: clip(`Fix: ${summary.split("\n", 1)[0] ?? ""}`, 200),
    text: clip(parts.filter((part) => part.trim() !== "").join("\n\n"), 16_000),
    after: [],
    criteria: [criterion],
    more: {},
  };
};

/** Units of the next round. */
export const rework = (state: Work, issues: readonly Issue[]): readonly Draft[] =>
  issues.map((issue, index) => fixTask(state, issue, index + 1));
