// Why: who may ask what is checked at the door and again by the rules; one table keeps both agreed (specification, section 4).
import type { Sender } from "../../core/protocol.ts";
import type { IterativeCommands } from "./messages.ts";

const anybody: readonly Sender["kind"][] = ["person", "agent", "file", "engine", "parent", "recovery"];
const P = "person";
const H = "agent";
const X = "file";
const E = "engine";
const U = "parent";
const R = "recovery";

export const who: { readonly [K in keyof IterativeCommands]: readonly Sender["kind"][] } = {
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
  AnswerUnit: [P, X],
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
  Recover: [R, E, P],
  FailAttempt: [E],
  KeepExtras: [X],
  RefuseEdit: [E],
};
