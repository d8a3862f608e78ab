// List of all HTTP routes: source of mounting, argument checks and the reference.
import type { Route } from "./route.ts";
import { artifactRoute, keptRoute } from "./routes/artifacts.ts";
import { commandRoute, commandsRoute } from "./routes/commands.ts";
import { checkAgainRoute, decideRoute, decisionRoute } from "./routes/decisions.ts";
import { evidenceRoute, timelineRoute } from "./routes/drawn.ts";
import { deliveryRoute, dropRoute, mergeRoute, undoRoute } from "./routes/deliver.ts";
import { driveRoute, restRoute } from "./routes/drive.ts";
import { fileRoute, filesRoute } from "./routes/files.ts";
import { hereRoute } from "./routes/here.ts";
import { liveRoute } from "./routes/live.ts";
import { eventRoute, logRoute } from "./routes/log.ts";
import { outputRoute, transcriptRoute } from "./routes/output.ts";
import { runRoute } from "./routes/run.ts";
import { runsRoute } from "./routes/runs.ts";
import { searchRoute } from "./routes/search.ts";
import { startableRoute, startRoute } from "./routes/start.ts";
import { stopRoute } from "./routes/stop.ts";
import { workCountsRoute, workRoute } from "./routes/work.ts";

export const routes: readonly Route[] = [
  hereRoute,
  startableRoute,
  runsRoute,
  startRoute,
  runRoute,
  logRoute,
  eventRoute,
  searchRoute,
  timelineRoute,
  evidenceRoute,
  filesRoute,
  fileRoute,
  artifactRoute,
  keptRoute,
  outputRoute,
  transcriptRoute,
  workRoute,
  workCountsRoute,
  commandsRoute,
  commandRoute,
  decisionRoute,
  decideRoute,
  checkAgainRoute,
  deliveryRoute,
  mergeRoute,
  undoRoute,
  dropRoute,
  stopRoute,
  driveRoute,
  restRoute,
  liveRoute,
];
