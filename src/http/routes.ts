// List of all HTTP routes: source of mounting, argument checks and the reference.
import type { Route } from "./route.ts";
import { actsRoutes } from "./routes/acts.ts";
import { filesRoutes } from "./routes/files.ts";
import { jobsRoutes } from "./routes/jobs.ts";
import { recordRoutes } from "./routes/record.ts";
import { runsRoutes } from "./routes/runs.ts";
import { startRoutes } from "./routes/start.ts";
import { workRoutes } from "./routes/work.ts";

export const routes: readonly Route[] = [
  ...runsRoutes,
  ...startRoutes,
  ...recordRoutes,
  ...filesRoutes,
  ...jobsRoutes,
  ...workRoutes,
  ...actsRoutes,
];
