// All commands of stigmergy.
import { type ByType, declarationsIn } from "../../kit/maker.ts";
import * as adopt from "./commands/adopt.ts";
import * as checks from "./commands/checks.ts";
import * as documents from "./commands/documents.ts";
import * as gates from "./commands/gates.ts";
import * as halt from "./commands/halt.ts";
import * as issues from "./commands/issues.ts";
import * as manifest from "./commands/manifest.ts";
import * as questions from "./commands/questions.ts";
import * as review from "./commands/review.ts";
import * as run from "./commands/run.ts";
import * as settings from "./commands/settings.ts";
import * as start from "./commands/start.ts";
import * as stories from "./commands/stories.ts";
import { commands as lifecycle } from "./lifecycle.ts";

export const commands = declarationsIn(
  adopt,
  checks,
  documents,
  gates,
  halt,
  issues,
  lifecycle,
  manifest,
  questions,
  review,
  run,
  settings,
  start,
  stories,
);

export type StigmergyCommands = ByType<typeof commands>;
export type StigmergyCommand = StigmergyCommands[keyof StigmergyCommands];
