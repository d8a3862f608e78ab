// Why: the rules of stigmergy in one place: what may be asked when, and what happens then.
//
//  NEEDS_BRIEFING ──brief──▶ NEEDS_PLANNING ──prd + architecture + manifest──▶ READY_FOR_EXECUTION
//                                                                                 │ gate: blueprint
//         ┌──────── last story of the last epic ◀──── EXECUTION_IN_PROGRESS ◀─────┘
//         ▼                                              ▲  ▲  │ issue FAILED_TO_RESOLVE · Halt (from any live status)
//   PROJECT_COMPLETE ──person extends, reopens───────────┘  │  ▼
//                                         person: Unhalt ───┴─ EXECUTION_HALTED ──Cancel──▶ over
//  story  PENDING ──start──▶ IN_PROGRESS ──work done──▶ AWAITING_VERIFICATION ──checks and review pass──▶ COMPLETE
//           ▲                  ▲      │                      │   │
//           │                  └──────┼──── strike ──────────┘   │
//           └── issue RESOLVED ── FAILED ◀── strike 2, giving up ┘
//
// What holds: history only grows, its times strictly increase · the signal is the last entry's · COMPLETE means passed engine checks and
// another's review on one tree, or a person's recorded act · at most `concurrency` stories are under way, all in one epic · a FAILED story
// has an issue · PROJECT_COMPLETE only while every story is COMPLETE.
import { frameWrong } from "../../core/frame.ts";
import type { Stamp } from "../../core/protocol.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { adopt } from "./decider/adopt.ts";
import { finishAudit, skipAudit } from "./decider/audit.ts";
import { forceStory, reopenStory, withdrawStory } from "./decider/bypass.ts";
import { recordCheck, rerunChecks } from "./decider/check.ts";
import { finishArchitecture, finishBrief, finishUx, recordStoryFile } from "./decider/documents.ts";
import { acceptDrift, noticeDrift } from "./decider/drift.ts";
import { halt, unhalt } from "./decider/halt.ts";
import { holderWrong } from "./decider/holder.ts";
import { escalate, giveUpIssue, linkIssue, resolveIssue, takeIssue } from "./decider/issues.ts";
import {
  extendManifest,
  finishPrd,
  importManifest,
  replaceManifest,
} from "./decider/manifest-edits.ts";
import { passGate, refuseGate } from "./decider/passing.ts";
import { answerQuestion, askPerson } from "./decider/questions.ts";
import { keepExtras, recordAction, refuseEdit, renameProject } from "./decider/records.ts";
import { submitReview } from "./decider/review.ts";
import { archive, cancel, pause, resume } from "./decider/run.ts";
import { configure, setAutonomy } from "./decider/settings.ts";
import { start } from "./decider/start.ts";
import type { Decide, Decided } from "./decider/step.ts";
import { countAttempt, reportFailure } from "./decider/strikes.ts";
import { finishWork, startStory } from "./decider/work.ts";
import { life } from "./ended.ts";
import type { StigmergyCommand, StigmergyCommands, StigmergyEvent } from "./messages.ts";
import type { State } from "./state.ts";
import { frame } from "./who.ts";

type Later = Exclude<keyof StigmergyCommands, "Start" | "Adopt">;

const table: { readonly [K in Later]: Decide<K> } = {
  FinishBrief: finishBrief,
  FinishPrd: finishPrd,
  FinishUx: finishUx,
  FinishArchitecture: finishArchitecture,
  ReplaceManifest: replaceManifest,
  ImportManifest: importManifest,
  ExtendManifest: extendManifest,
  PassGate: passGate,
  RefuseGate: refuseGate,
  RecordStoryFile: recordStoryFile,
  StartStory: startStory,
  FinishWork: finishWork,
  ReportFailure: reportFailure,
  CountAttempt: countAttempt,
  RecordCheck: recordCheck,
  RerunChecks: rerunChecks,
  SubmitReview: submitReview,
  Escalate: escalate,
  TakeIssue: takeIssue,
  LinkIssue: linkIssue,
  ResolveIssue: resolveIssue,
  GiveUpIssue: giveUpIssue,
  AskPerson: askPerson,
  AnswerQuestion: answerQuestion,
  Halt: halt,
  Unhalt: unhalt,
  Pause: pause,
  Resume: resume,
  Cancel: cancel,
  Archive: archive,
  SetAutonomy: setAutonomy,
  Configure: configure,
  NoticeDrift: noticeDrift,
  AcceptDrift: acceptDrift,
  ReopenStory: reopenStory,
  WithdrawStory: withdrawStory,
  ForceStory: forceStory,
  FinishAudit: finishAudit,
  SkipAudit: skipAudit,
  RecordAction: recordAction,
  RenameProject: renameProject,
  KeepExtras: keepExtras,
  RefuseEdit: refuseEdit,
};

const whileHalted: ReadonlySet<StigmergyCommand["type"]> = new Set([
  "Unhalt",
  "Cancel",
  "Pause",
  "Resume",
  "Configure",
  "SetAutonomy",
  "NoticeDrift",
  "RecordAction",
  "KeepExtras",
  "RefuseEdit",
]);

/** What a halt, a pause or a cancelled run lets through, besides what every run's life says. */
const stopped = (state: State, type: StigmergyCommand["type"]): Refusal | null => {
  if (state.life === "cancelled")
    return ["Archive", "KeepExtras", "RefuseEdit"].includes(type)
      ? null
      : refuse("RUN_OVER", "the project was cancelled", {
          fits: "archive it, and start another one",
        });
  if (state.halted !== null && !whileHalted.has(type))
    return refuse("RUN_HALTED", `everything is stopped: ${state.halted.reason}`, {
      fits: "a person continues: `cairn decide`",
    });
  return state.life === "paused" && type === "StartStory"
    ? refuse("RUN_PAUSED", "the run is paused", { fits: "`cairn resume`" })
    : null;
};

const decided = <K extends Later>(
  state: State,
  command: StigmergyCommands[K] & { readonly type: K },
  stamp: Stamp,
): Decided => table[command.type](state, command.data, stamp);

/** No events: nothing changes. */
export const decide = (
  state: State | null,
  command: StigmergyCommand,
  stamp: Stamp,
): readonly StigmergyEvent[] | Refusal => {
  const run = state === null ? null : { name: state.name, life: life(state) };
  const wrong =
    frameWrong(frame, run, command.type, stamp.by) ??
    (state === null ? null : stopped(state, command.type));
  if (wrong !== null) return wrong;
  if (command.type === "Start") return start(command.data, stamp);
  if (command.type === "Adopt") return adopt(command.data, stamp);
  // A run that isn't there yet was refused above.
  return state === null
    ? []
    : (holderWrong(state, command, stamp) ?? decided(state, command, stamp));
};
