// Why: all that the server answers is listed in one place: it is mounted, checked and told of in the reference from here.
import type { Route } from "./route.ts";
import { evidenceRoute, timelineRoute } from "./routes/drawn.ts";
import { hereRoute } from "./routes/here.ts";
import { liveRoute } from "./routes/live.ts";
import { eventRoute, logRoute } from "./routes/log.ts";
import { runRoute } from "./routes/run.ts";
import { runsRoute } from "./routes/runs.ts";

export const routes: readonly Route[] = [hereRoute, runsRoute, runRoute, logRoute, eventRoute, timelineRoute, evidenceRoute, liveRoute];
