// All events of a run's work, for any protocol. Types never change meaning: a new meaning is a new type.
import { type ByType, declarationsIn } from "../kit/maker.ts";
import { among, foldOf } from "../kit/rules.ts";
import * as landing from "./events/landing.ts";
import * as pieces from "./events/pieces.ts";
import * as start from "./events/start.ts";
import type { Site } from "./site.ts";
import type { Scope } from "./scope.ts";

export * from "./events/landing.ts";
export * from "./events/pieces.ts";
export * from "./events/start.ts";

export const workEvents = declarationsIn(start, pieces, landing);

export type WorkEvents = ByType<typeof workEvents>;
export type WorkEvent = WorkEvents[keyof WorkEvents];

export const isWorkEvent = among<WorkEvent>(workEvents);

/** Throws if an event about work precedes its base: the ledger is damaged. */
export const evolve = foldOf<Site, Scope>(workEvents, "nothing is known of the run's work before");
