// All commands of ultrawork, in the order in which references list them.
import type { ByType } from "../../kit/maker.ts";
import { claimDone, claimEvidence, setCheck } from "./commands/claims.ts";
import { addTask, editTask, removeTask } from "./commands/edits.ts";
import { beginJob, reportFailure } from "./commands/jobs.ts";
import { retryTask, setOptions, waive } from "./commands/people.ts";
import {
  approvePlan,
  beginExecution,
  editGoal,
  proposePlan,
  recordExploration,
  revisePlan,
} from "./commands/planning.ts";
import { answerQuestion, askQuestion } from "./commands/questions.ts";
import { confirmManual, recordBaseline, recordCheck } from "./commands/records.ts";
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
} from "./commands/run.ts";
import { complete } from "./commands/seal.ts";
import { adopt, start } from "./commands/start.ts";
import { goOn, recordVerdict } from "./commands/verdict.ts";

export const commands = [
  start,
  adopt,
  beginJob,
  recordExploration,
  askQuestion,
  answerQuestion,
  addTask,
  editTask,
  removeTask,
  proposePlan,
  approvePlan,
  revisePlan,
  beginExecution,
  setCheck,
  claimEvidence,
  claimDone,
  reportFailure,
  recordBaseline,
  recordCheck,
  confirmManual,
  recordVerdict,
  complete,
  retryTask,
  waive,
  goOn,
  setOptions,
  editGoal,
  pause,
  resume,
  cancel,
  fail,
  reopen,
  archive,
  unarchive,
  recordDocument,
  keepExtras,
  refuseEdit,
];

export type UltraworkCommands = ByType<typeof commands>;
export type UltraworkCommand = UltraworkCommands[keyof UltraworkCommands];
