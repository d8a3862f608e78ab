// All events of ultrawork. Types never change meaning: a new meaning is a new type.
import { type ByType, declarationsIn } from "../../kit/maker.ts";
import * as evidence from "./events/evidence.ts";
import * as planning from "./events/planning.ts";
import * as run from "./events/run.ts";
import * as sweep from "./events/sweep.ts";
import * as tasks from "./events/tasks.ts";
import { events as lifecycle } from "./lifecycle.ts";

export * from "./events/evidence.ts";
export * from "./events/planning.ts";
export * from "./events/run.ts";
export * from "./events/sweep.ts";
export * from "./events/tasks.ts";

export const allEvents = declarationsIn(evidence, lifecycle, planning, run, sweep, tasks);

export type UltraworkEvents = ByType<typeof allEvents>;
export type UltraworkEvent = UltraworkEvents[keyof UltraworkEvents];
