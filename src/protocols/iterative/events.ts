// All events of iterative. Types never change meaning: a new meaning is a new type.
import { type ByType, declarationsIn } from "../../kit/maker.ts";
import * as judging from "./events/judging.ts";
import * as passes from "./events/passes.ts";
import * as planning from "./events/planning.ts";
import * as records from "./events/records.ts";
import * as run from "./events/run.ts";
import * as units from "./events/units.ts";
import { events as lifecycle } from "./lifecycle.ts";

export * from "./events/judging.ts";
export * from "./events/passes.ts";
export * from "./events/planning.ts";
export * from "./events/records.ts";
export * from "./events/run.ts";
export * from "./events/units.ts";

export const allEvents = declarationsIn(judging, lifecycle, passes, planning, records, run, units);

export type IterativeEvents = ByType<typeof allEvents>;
export type IterativeEvent = IterativeEvents[keyof IterativeEvents];
