// All commands of stigmergy.
import { type ByType, declarationsIn } from "../../kit/maker.ts";
import * as adopt from "./commands/adopt.ts";
import * as audit from "./commands/audit.ts";
import * as bypass from "./commands/bypass.ts";
import * as check from "./commands/check.ts";
import * as documents from "./commands/documents.ts";
import * as drift from "./commands/drift.ts";
import * as halt from "./commands/halt.ts";
import * as issues from "./commands/issues.ts";
import * as manifestEdits from "./commands/manifest-edits.ts";
import * as passing from "./commands/passing.ts";
import * as questions from "./commands/questions.ts";
import * as records from "./commands/records.ts";
import * as review from "./commands/review.ts";
import * as run from "./commands/run.ts";
import * as settings from "./commands/settings.ts";
import * as start from "./commands/start.ts";
import * as strikes from "./commands/strikes.ts";
import * as work from "./commands/work.ts";

export const commands = declarationsIn(
  adopt,
  audit,
  bypass,
  check,
  documents,
  drift,
  halt,
  issues,
  manifestEdits,
  passing,
  questions,
  records,
  review,
  run,
  settings,
  start,
  strikes,
  work,
);

export type StigmergyCommands = ByType<typeof commands>;
export type StigmergyCommand = StigmergyCommands[keyof StigmergyCommands];
