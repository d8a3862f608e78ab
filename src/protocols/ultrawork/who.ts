// Why: who may ask what, and when, is checked at the door and again by the rules; one table keeps both agreed.
import { always, type Frame, unlessArchived } from "../../core/frame.ts";
import { anybody, E, H, P, U, X } from "../../core/senders.ts";
import type { UltraworkCommands } from "./messages.ts";
import type { State } from "./state.ts";

/** What a person may do where no agent is fit to verify. */
export const judgeYourself = (state: State): string =>
  `judge it yourself: \`cairn send ${state.run} SetOptions --verifier person\``;

/** agent: whoever holds the job that it is about. */
const who: Frame<keyof UltraworkCommands>["who"] = {
  Start: anybody,
  Adopt: [P],
  BeginJob: [E, X],
  RecordExploration: [H, X, P],
  AskQuestion: [H],
  AnswerQuestion: [P],
  AddTask: [H, X, P],
  EditTask: [H, X, P],
  RemoveTask: [H, X, P],
  ProposePlan: [H, X, P],
  ApprovePlan: [P],
  RevisePlan: [P],
  BeginExecution: [P],
  SetCheck: [H, X, P],
  ClaimEvidence: [H, X, P],
  ClaimDone: [H, X],
  ReportFailure: [H, E, X],
  RecordBaseline: [E],
  RecordCheck: [E],
  ConfirmManual: [P],
  RecordVerdict: [H, P],
  Complete: [E],
  RetryTask: [P],
  Waive: [P],
  GoOn: [P],
  SetOptions: [P],
  EditGoal: [P, X],
  Pause: [P, U],
  Resume: [P, U],
  Cancel: [P, X, U],
  Fail: [P, E],
  Reopen: [P],
  Archive: [P],
  Unarchive: [P],
  RecordDocument: [E],
  KeepExtras: [X],
  RefuseEdit: [E],
};

const when: Frame<keyof UltraworkCommands>["when"] = {
  Cancel: unlessArchived,
  Reopen: unlessArchived,
  Archive: unlessArchived,
  Unarchive: always,
  KeepExtras: unlessArchived,
  RefuseEdit: always,
};

export const frame: Frame<keyof UltraworkCommands> = {
  who,
  when,
  over: "a person may reopen one that failed or was cancelled",
};
