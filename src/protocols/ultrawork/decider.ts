// Why: the rules of ultrawork in one place: what may be asked when, and what happens then.
//
//  Start ─▶ PLANNING ──approved──▶ EXECUTION ──every other task resolved or waived──▶ VERIFICATION ──PASS, then seal──▶ COMPLETE
//                                    ▲                                                  │
//                                    └── ReworkOpened: FAIL, iterations left ◀──────────┘
//  any of these three ──▶ FAILED, CANCELLED ──Reopen, a person──▶ back to the phase it was left in
//
// What holds: a task resolves by its criteria alone (proved, captured or waived) · COMPLETE names one tree on which every check
// passed and every criterion was judged met by somebody who did none of the work · verdict and completion are two commands of two
// senders · verify is blocked by every other task · a claim is never a proof.
import { withFollowing } from "../../core/ahead.ts";
import { frameWrong } from "../../core/frame.ts";
import type { Stamp } from "../../core/protocol.ts";
import type { Refusal } from "../../core/refusal.ts";
import { claimDone, claimEvidence, setCheck } from "./decider/claims.ts";
import { addTask, editTask, removeTask } from "./decider/edits.ts";
import { follow } from "./decider/follow.ts";
import { beginJob, reportFailure } from "./decider/jobs.ts";
import { retryTask, setOptions, waive } from "./decider/people.ts";
import {
  approvePlan,
  beginExecution,
  editGoal,
  proposePlan,
  recordExploration,
  revisePlan,
} from "./decider/planning.ts";
import { answerQuestion, askQuestion } from "./decider/questions.ts";
import { confirmManual, recordBaseline, recordCheck } from "./decider/records.ts";
import {
  archive,
  cancel,
  fail,
  keepExtras,
  pause,
  recordDocument,
  refuseEdit,
  reopen,
  resume,
  unarchive,
} from "./decider/run.ts";
import { complete } from "./decider/seal.ts";
import { adopt, start } from "./decider/start.ts";
import type { Decide, Decided } from "./decider/step.ts";
import { goOn, recordVerdict } from "./decider/verdict.ts";
import { life } from "./ended.ts";
import { evolve } from "./evolve.ts";
import type { UltraworkCommand, UltraworkCommands, UltraworkEvent } from "./messages.ts";
import type { State } from "./state.ts";
import { frame } from "./who.ts";

type Later = Exclude<keyof UltraworkCommands, "Start" | "Adopt">;

const table: { readonly [K in Later]: Decide<K> } = {
  BeginJob: beginJob,
  RecordExploration: recordExploration,
  AskQuestion: askQuestion,
  AnswerQuestion: answerQuestion,
  AddTask: addTask,
  EditTask: editTask,
  RemoveTask: removeTask,
  ProposePlan: proposePlan,
  ApprovePlan: approvePlan,
  RevisePlan: revisePlan,
  BeginExecution: beginExecution,
  SetCheck: setCheck,
  ClaimEvidence: claimEvidence,
  ClaimDone: claimDone,
  ReportFailure: reportFailure,
  RecordBaseline: recordBaseline,
  RecordCheck: recordCheck,
  ConfirmManual: confirmManual,
  RecordVerdict: recordVerdict,
  Complete: complete,
  RetryTask: retryTask,
  Waive: waive,
  GoOn: goOn,
  SetOptions: setOptions,
  EditGoal: editGoal,
  Pause: pause,
  Resume: resume,
  Cancel: cancel,
  Fail: fail,
  Reopen: reopen,
  Archive: archive,
  Unarchive: unarchive,
  RecordDocument: recordDocument,
  KeepExtras: keepExtras,
  RefuseEdit: refuseEdit,
};

const decided = <K extends Later>(
  state: State,
  command: UltraworkCommands[K] & { readonly type: K },
  stamp: Stamp,
): Decided => table[command.type](state, command.data, stamp);

const first = (
  command: UltraworkCommands["Start"] | UltraworkCommands["Adopt"],
  stamp: Stamp,
): Decided => (command.type === "Start" ? start(command.data) : adopt(command.data, stamp));

/** No events: nothing changes. */
export const decide = (
  state: State | null,
  command: UltraworkCommand,
  stamp: Stamp,
): readonly UltraworkEvent[] | Refusal => {
  const wrong = frameWrong(
    frame,
    state === null ? null : { name: state.run, life: life(state) },
    command.type,
    stamp.by,
  );
  if (wrong !== null) return wrong;
  const events: Decided =
    command.type === "Start" || command.type === "Adopt"
      ? first(command, stamp)
      : state === null
        ? []
        : decided(state, command, stamp);
  return withFollowing<State, UltraworkEvent>(evolve, state, events, stamp, follow);
};
