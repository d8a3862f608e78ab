// Who may say what of a run's budget, and when.
import { always, type Frame } from "../core/frame.ts";
import { E, P } from "../core/senders.ts";
import type { BudgetCommands } from "./messages.ts";

export const frame: Frame<keyof BudgetCommands> = {
  who: {
    SetBudget: [P, E],
    RaiseBudget: [P],
    AnswerBudget: [P],
    CountJob: [E],
    CountUse: [E],
    ReachDay: [E],
    BeginDay: [E],
  },
  // What was used counts, whatever became of the run.
  when: { CountUse: always },
  over: "`cairn start` begins another",
};
