// All events of stigmergy. Types never change meaning: a new meaning is a new type.
import { type ByType, declarationsIn } from "../../kit/maker.ts";
import * as checks from "./events/checks.ts";
import * as documents from "./events/documents.ts";
import * as issues from "./events/issues.ts";
import * as run from "./events/run.ts";
import * as stories from "./events/stories.ts";
import { events as lifecycle } from "./lifecycle.ts";

export * from "./events/checks.ts";
export * from "./events/documents.ts";
export * from "./events/issues.ts";
export * from "./events/run.ts";
export * from "./events/stories.ts";

export const allEvents = declarationsIn(checks, documents, issues, lifecycle, run, stories);

export type StigmergyEvents = ByType<typeof allEvents>;
export type StigmergyEvent = StigmergyEvents[keyof StigmergyEvents];
