// Assembly of a system from the parts of the runtime, the same for every surface.
import { createDue } from "./due.ts";
import { type Engine } from "./engine.ts";
import { createActs } from "./facets/acts.ts";
import { createCare } from "./facets/care.ts";
import { createJobs } from "./facets/jobs.ts";
import type { Clocks, Parts } from "./facets/parts.ts";
import { createProject } from "./facets/project.ts";
import { createRecords } from "./facets/records.ts";
import { createViews } from "./facets/views.ts";
import { createFolds } from "./fold.ts";
import { createLogs } from "./logs.ts";
import { createPast } from "./past.ts";
import { createProjector } from "./projector.ts";
import type { Runner } from "./runner-parts.ts";
import type { Door } from "./send.ts";
import type { System } from "./system.ts";

export const makeSystem = (engine: Engine, clocks: Clocks, runner: Runner): System => {
  const folds = createFolds(engine);
  let opened: Promise<Door> | null = null;
  /** Readers don't need the deciding code: it loads with the first command. */
  const door: Door = async (request) => {
    opened ??= import("./send.ts").then(({ createDoor }) =>
      createDoor(engine, folds, (run) => projector.due(run)),
    );
    return (await opened)(request);
  };
  const log = createLogs(engine);
  const past = createPast(log);
  const projector = createProjector({ ...clocks, engine, folds, door, log });
  const { scan, edited } = projector;
  const { later } = clocks;
  const run = { engine, folds, door, scan, edited, log, later };
  const parts: Parts = { ...run, runner, clocks, projector, past };
  const [project, records, due] = [
    createProject(parts),
    createRecords(parts),
    createDue(engine, folds),
  ];
  const views = createViews(parts, records, due);
  return {
    ...project,
    ...records,
    ...views,
    ...createJobs(parts, due, views),
    ...createActs(parts, project, due),
    ...createCare(parts),
  };
};
