// Why: the rules of iterative in one place: what may be asked when, and what happens then.
//
//  run   discover ─brief─▶ plan ─approve─▶ execute ─every unit done─▶ verify ─final gate, REVIEW_PASS─▶ deliver ─approved, moved─▶ complete
//                           ▲ reject: plan again                      ▲ │ REVIEW_FAIL: units reopened,     │ reject: issues
//                           └── skip-to (a person, with reason)       └─┘ execute, then verify    ◀────────┘
//  unit  pending ─▶ in_progress ─DONE─▶ (gate) ─▶ confirming ─DONE, changed nothing─▶ (gate) ─▶ verifying ─VERIFIED─▶ done
//                    ▲   │ not DONE: next pass │ red       │ changed something           │ red        │ GAPS_FOUND
//                    │   ◀─────────────────────┴───────────┴─────────────────────────────┴────────────┘ all back to in_progress
//                    └── a person's answer ── blocked (reason) | timeout  ◀── from any of them: BLOCKED, a limit, no progress
//  paused, cancelled: of the run, in any phase before complete; cancelled is final
//
// What holds: only UnitSettled and UnitAccepted make a unit done · UnitSettled needs gate, consensus and verdict on one content ·
// only a person raises a limit, drops a unit, takes criteria or done-whens from an approved plan · no file edit confirms, verifies, answers a decision or makes a unit done, no recovery raises one ·
// no author of a unit confirms or verifies it · one live pass a unit · every PassBegun has exactly one end.
import { withFollowing } from "../../core/ahead.ts";
import { frameWrong } from "../../core/frame.ts";
import type { Stamp } from "../../core/protocol.ts";
import type { Refusal } from "../../core/refusal.ts";
import { adopt } from "./decider/adopt.ts";
import { advance } from "./decider/advance.ts";
import { stuck } from "./decider/answers.ts";
import { writeBrief } from "./decider/brief.ts";
import { setContext } from "./decider/context.ts";
import {
  approveDelivery,
  archive,
  dropFiles,
  recordArchive,
  rejectDelivery,
  unarchive,
} from "./decider/delivery.ts";
import { gates } from "./decider/gate.ts";
import { addGuardrail, editGuardrail, removeGuardrail } from "./decider/guardrails.ts";
import { passes } from "./decider/passes.ts";
import { approvePlan, proposePlan, rejectPlan } from "./decider/plan.ts";
import { answerQuestion, askQuestions } from "./decider/questions.ts";
import { addNote, keepExtras, recordClaim, recordCommit, refuseEdit } from "./decider/records.ts";
import { recover } from "./decider/recover.ts";
import { review } from "./decider/review.ts";
import { cancel, failAttempt, moveRun, pause, resume, skipTo } from "./decider/run.ts";
import { setSettings } from "./decider/settings.ts";
import { start } from "./decider/start.ts";
import type { Decide, Decided } from "./decider/step.ts";
import { addUnit, dropUnit, editUnit, setLimit, setNotes } from "./decider/unit-edits.ts";
import { life } from "./ended.ts";
import { evolve } from "./evolve.ts";
import type { IterativeCommand, IterativeCommands, IterativeEvent } from "./messages.ts";
import type { State } from "./state.ts";
import { frame } from "./who.ts";

type Later = Exclude<keyof IterativeCommands, "Start" | "Adopt">;

const table: { readonly [K in Later]: Decide<K> } = {
  AskQuestions: askQuestions,
  AnswerQuestion: answerQuestion,
  WriteBrief: writeBrief,
  ProposePlan: proposePlan,
  ApprovePlan: approvePlan,
  RejectPlan: rejectPlan,
  AddUnit: addUnit,
  EditUnit: editUnit,
  DropUnit: dropUnit,
  SetNotes: setNotes,
  SetLimit: setLimit,
  SetContext: setContext,
  AddGuardrail: addGuardrail,
  EditGuardrail: editGuardrail,
  RemoveGuardrail: removeGuardrail,
  AddNote: addNote,
  RecordClaim: recordClaim,
  RecordCommit: recordCommit,
  ...passes,
  ...gates,
  ...review,
  ...stuck,
  Recover: recover,
  SkipTo: skipTo,
  ApproveDelivery: approveDelivery,
  RejectDelivery: rejectDelivery,
  Archive: archive,
  RecordArchive: recordArchive,
  Unarchive: unarchive,
  DropFiles: dropFiles,
  Pause: pause,
  Resume: resume,
  Cancel: cancel,
  SetSettings: setSettings,
  MoveRun: moveRun,
  FailAttempt: failAttempt,
  KeepExtras: keepExtras,
  RefuseEdit: refuseEdit,
};

const decided = <K extends Later>(
  state: State,
  command: IterativeCommands[K] & { readonly type: K },
  stamp: Stamp,
): Decided => table[command.type](state, command.data, stamp);

/** No events: nothing changes. */
export const decide = (
  state: State | null,
  command: IterativeCommand,
  stamp: Stamp,
): readonly IterativeEvent[] | Refusal => {
  const wrong = frameWrong(
    frame,
    state === null ? null : { name: state.slug, life: life(state) },
    command.type,
    stamp.by,
  );
  if (wrong !== null) return wrong;
  const events: Decided =
    command.type === "Start"
      ? start(command.data, stamp)
      : command.type === "Adopt"
        ? adopt(command.data)
        : state === null
          ? []
          : decided(state, command, stamp);
  return withFollowing<State, IterativeEvent>(evolve, state, events, stamp, (now) =>
    // What a person pauses or ends moves on by itself no more.
    now.ended === null ? advance(now, stamp) : [],
  );
};
