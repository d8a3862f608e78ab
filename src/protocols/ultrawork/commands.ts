// All commands of ultrawork.
import { type ByType, declarationsIn } from "../../kit/maker.ts";
import * as claims from "./commands/claims.ts";
import * as edits from "./commands/edits.ts";
import * as jobs from "./commands/jobs.ts";
import * as people from "./commands/people.ts";
import * as planning from "./commands/planning.ts";
import * as questions from "./commands/questions.ts";
import * as records from "./commands/records.ts";
import * as run from "./commands/run.ts";
import * as seal from "./commands/seal.ts";
import * as start from "./commands/start.ts";
import * as verdict from "./commands/verdict.ts";
import { commands as lifecycle } from "./lifecycle.ts";

export const commands = declarationsIn(
  claims,
  edits,
  jobs,
  lifecycle,
  people,
  planning,
  questions,
  records,
  run,
  seal,
  start,
  verdict,
);

export type UltraworkCommands = ByType<typeof commands>;
export type UltraworkCommand = UltraworkCommands[keyof UltraworkCommands];
