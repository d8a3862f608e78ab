// Purpose of ultrawork, and the opening data of its runs.
import type { Starting } from "../../core/starting.ts";
import { lightCriterion } from "./light.ts";
import type { UltraworkEvent } from "./events.ts";
import type { Options } from "./options.ts";

/** As a person enters them: only hints if the ids are the default ones. */
const explorersSaid = (explorers: Options["explorers"]): unknown =>
  explorers.length === 0
    ? 0
    : explorers.every(({ id }, index) => id === `exp-${index + 1}`)
      ? explorers.map(({ hint }) => hint)
      : explorers;

export const starting: Starting<UltraworkEvent> = {
  purpose:
    "You say the goal. Agents plan it as tasks, you approve the plan, they work in parallel, and a check proves each task.",
  goal: ["goal"],
  begunWith(opening) {
    const [first] = opening;
    if (first?.type !== "RunStarted") return null;
    const { goal, options } = first.data;
    const light = opening.some(
      ({ type, data }) =>
        type === "PlanProposed" &&
        data.tasks.some(({ criteria }) => criteria.some(({ text }) => text === lightCriterion)),
    );
    const { explorers, max_workers, ...others } = options;
    return light
      ? { data: { goal, options: others }, switches: ["light"] }
      : {
          data: { goal, options: { ...others, explorers: explorersSaid(explorers), max_workers } },
          switches: [],
        };
  },
};
