// Why: who may ask what, and when, is checked at the door and again by the rules; one table keeps both agreed (specification, section 4).
import { always, type Frame, unlessArchived } from "../../core/frame.ts";
import { anybody, E, H, P, U, X } from "../../core/senders.ts";
import type { StigmergyCommands } from "./messages.ts";

const who: Frame<keyof StigmergyCommands>["who"] = {
  Start: anybody,
  Adopt: [P],
  FinishBrief: [H, X, P],
  FinishPrd: [H, X, P],
  FinishUx: [H, X, P],
  FinishArchitecture: [H, X, P],
  ReplaceManifest: [H, X, P],
  ImportManifest: [H, X, P],
  ExtendManifest: [X, P],
  PassGate: [P],
  RefuseGate: [P],
  RecordStoryFile: [H, X],
  StartStory: [H, X],
  FinishWork: [H, X],
  ReportFailure: [H, E],
  CountAttempt: [H, E],
  RecordCheck: [E],
  RerunChecks: anybody,
  SubmitReview: [H, P],
  Escalate: [H, X, P, E],
  TakeIssue: [H, X, P],
  LinkIssue: [X, P],
  ResolveIssue: [H, X, P],
  GiveUpIssue: [H, X, P, E],
  AskPerson: [H],
  AnswerQuestion: [P],
  Halt: anybody,
  Unhalt: [P],
  Pause: [P, U],
  Resume: [P, U],
  Cancel: [P, U],
  Archive: [P],
  SetAutonomy: [P, X],
  Configure: [P],
  NoticeDrift: [E],
  AcceptDrift: [P],
  ReopenStory: [P],
  WithdrawStory: [P],
  ForceStory: [P],
  FinishAudit: [H],
  SkipAudit: [E, P],
  RecordAction: anybody,
  RenameProject: [P, X],
  KeepExtras: [X],
  RefuseEdit: [E],
};

const when: Frame<keyof StigmergyCommands>["when"] = {
  ExtendManifest: unlessArchived,
  ReopenStory: unlessArchived,
  RecordAction: unlessArchived,
  RenameProject: unlessArchived,
  KeepExtras: unlessArchived,
  Archive: unlessArchived,
  RefuseEdit: always,
};

export const frame: Frame<keyof StigmergyCommands> = {
  who,
  when,
  over: "reopen a story, add to the manifest, or archive it and start another one",
};
