// All commands about a run's work, for any protocol.
import { type Refusal, refuse } from "../core/refusal.ts";
import { type ByType, declarationsIn } from "../kit/maker.ts";
import { answersOf } from "../kit/rules.ts";
import type { SiteAndJudge } from "./commands/declare.ts";
import * as landing from "./commands/landing.ts";
import * as pieces from "./commands/pieces.ts";
import * as start from "./commands/start.ts";
import type { WorkEvent } from "./events.ts";

export { deliver, dropPlaces, undoDelivery } from "./commands/landing.ts";

export const commands = declarationsIn(start, pieces, landing);

type WorkCommands = ByType<typeof commands>;
export type WorkCommand = WorkCommands[keyof WorkCommands];

export const placeNone: Refusal = refuse(
  "PLACE_NONE",
  "no job of the run has begun, so it has no branch and no places",
  {
    fits: "there is nothing to show, merge or drop; `cairn run` begins a live run's first job",
  },
);
export const undelivered: Refusal = refuse(
  "DELIVERY_NONE",
  "the run's work isn't merged into a branch of yours",
  {
    fits: "`cairn merge` does that; only what it merged can be taken back",
  },
);

export const decide = answersOf<SiteAndJudge, WorkEvent>(commands, placeNone);
