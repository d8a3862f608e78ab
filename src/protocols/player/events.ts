// All events of the player. Types never change meaning: a new meaning is a new type.
import { type ByType, declarationsIn } from "../../kit/maker.ts";
import * as adopted from "./events/adopted.ts";
import * as checkpoints from "./events/checkpoints.ts";
import * as ends from "./events/ends.ts";
import * as nodes from "./events/nodes.ts";
import * as run from "./events/run.ts";
import { events as lifecycle } from "./lifecycle.ts";

export * from "./events/adopted.ts";
export * from "./events/checkpoints.ts";
export * from "./events/ends.ts";
export * from "./events/nodes.ts";
export * from "./events/run.ts";

export const allEvents = declarationsIn(adopted, checkpoints, ends, lifecycle, nodes, run);

export type PlayerEvents = ByType<typeof allEvents>;
export type PlayerEvent = PlayerEvents[keyof PlayerEvents];
