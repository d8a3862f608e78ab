// Who may say what of a run's work, and when.
import { always, type Frame } from "../core/frame.ts";
import { E, P } from "../core/senders.ts";
import type { WorkCommands } from "./messages.ts";

const who: Frame<keyof WorkCommands>["who"] = {
  SetBase: [E, P],
  TryBase: [E],
  AnswerBase: [P],
  LendInputs: [E],
  TakeWork: [E, P],
  JoinWork: [E],
  MergeWork: [E],
  ReportConflict: [E],
  BeginMend: [E],
  EndMend: [E],
  TryLanding: [E],
  TryFinal: [E],
  AnswerFinal: [P],
  LandWork: [E],
  DropWork: [P],
  MendAgain: [P],
  MoveHead: [E],
  Deliver: [P, E],
  UndoDelivery: [P],
  DropPlaces: [P],
};
const when: Frame<keyof WorkCommands>["when"] = {
  TakeWork: always,
  JoinWork: always,
  MergeWork: always,
  ReportConflict: always,
  EndMend: always,
  TryLanding: always,
  TryFinal: always,
  AnswerFinal: always,
  LandWork: always,
  DropWork: always,
  Deliver: always,
  UndoDelivery: always,
  DropPlaces: always,
};

/** What git has done is recorded by what asked git for it. */
export const verbs = { Deliver: "merge", UndoDelivery: "undo", DropPlaces: "drop" } as const;

export const frame: Frame<keyof WorkCommands> = {
  who,
  when,
  verbs,
  over: "`cairn start` begins another",
};
