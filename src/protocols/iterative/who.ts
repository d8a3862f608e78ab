// Why: who may ask what, and when, is checked at the door and again by the rules; one table keeps both agreed (specification, section 4).
import { always, type Frame, unlessArchived } from "../../core/frame.ts";
import { anybody, E, H, P, U, X } from "../../core/senders.ts";
import type { IterativeCommands } from "./messages.ts";

const who: Frame<keyof IterativeCommands>["who"] = {
  Start: anybody,
  Adopt: [P],
  AskQuestions: [H],
  AnswerQuestion: [P],
  WriteBrief: [H, X, P],
  ProposePlan: [H, X, P],
  ApprovePlan: [P],
  RejectPlan: [P],
  AddUnit: [P, X],
  EditUnit: [P, X],
  DropUnit: [P, X],
  SetNotes: [P, X],
  SetLimit: [P, X],
  SetContext: [H, X, P],
  AddGuardrail: anybody,
  EditGuardrail: [P, X],
  RemoveGuardrail: [P, X],
  AddNote: anybody,
  RecordClaim: [X, E],
  KeepEntry: [X],
  BeginPass: [E, H, X],
  EndPass: [E, X],
  VoidPass: [E],
  RecordGate: [E],
  GiveVerdict: [E],
  GiveReview: [E],
  AnswerReview: [P],
  RecordCommit: [E, X],
  BlockUnit: [P, X],
  AnswerUnit: [P],
  HandBack: [P],
  ReopenUnit: [P],
  SkipTo: [P],
  ApproveDelivery: [P],
  RejectDelivery: [P],
  Archive: [P],
  RecordArchive: [E],
  Unarchive: [P],
  Pause: [P, U],
  Resume: [P, U],
  Cancel: [P, U],
  SetSettings: [P],
  MoveRun: [P],
  Recover: ["recovery", E, P],
  FailAttempt: [E],
  KeepExtras: [X],
  RefuseEdit: [E],
};

const when: Frame<keyof IterativeCommands>["when"] = {
  Archive: unlessArchived,
  RecordArchive: unlessArchived,
  Unarchive: always,
  KeepExtras: always,
  RefuseEdit: always,
};

export const frame: Frame<keyof IterativeCommands> = { who, when, over: "start another one" };
