// All commands of iterative.
import { type ByType, declarationsIn } from "../../kit/maker.ts";
import * as adopt from "./commands/adopt.ts";
import * as answers from "./commands/answers.ts";
import * as brief from "./commands/brief.ts";
import * as context from "./commands/context.ts";
import * as delivery from "./commands/delivery.ts";
import * as gate from "./commands/gate.ts";
import * as guardrails from "./commands/guardrails.ts";
import * as handBack from "./commands/hand-back.ts";
import * as passes from "./commands/passes.ts";
import * as plan from "./commands/plan.ts";
import * as questions from "./commands/questions.ts";
import * as records from "./commands/records.ts";
import * as recover from "./commands/recover.ts";
import * as review from "./commands/review.ts";
import * as run from "./commands/run.ts";
import * as settings from "./commands/settings.ts";
import * as start from "./commands/start.ts";
import * as stuck from "./commands/stuck.ts";
import * as unitEdits from "./commands/unit-edits.ts";
import * as verdict from "./commands/verdict.ts";
import { commands as lifecycle } from "./lifecycle.ts";

export const commands = declarationsIn(
  adopt,
  answers,
  brief,
  context,
  delivery,
  gate,
  guardrails,
  handBack,
  lifecycle,
  passes,
  plan,
  questions,
  records,
  recover,
  review,
  run,
  settings,
  start,
  stuck,
  unitEdits,
  verdict,
);

export type IterativeCommands = ByType<typeof commands>;
export type IterativeCommand = IterativeCommands[keyof IterativeCommands];
