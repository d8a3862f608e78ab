// Assembly of a system from the parts of the runtime, the same for every surface.
import { createDue } from "../jobs/due.ts";
import { type Engine } from "../engine.ts";
import { createActs } from "./acts.ts";
import { createCare } from "./care.ts";
import { createJobs } from "./jobs.ts";
import type { Clocks, Parts } from "./parts.ts";
import { createProject } from "./project.ts";
import { createRecords } from "./records.ts";
import { createViews } from "./views.ts";
import { createFolds } from "../fold.ts";
import { createLogs } from "../fold/logs.ts";
import { createPast } from "../fold/past.ts";
import { createProjector } from "../files/projector.ts";
import type { Door } from "../send.ts";
import type { System } from "../system.ts";

/** What the System, the runner and `doctor` work with. */
export const partsOf = (engine: Engine, clocks: Clocks): Parts => {
  const folds = createFolds(engine);
  let opened: Promise<Door> | null = null;
  /** Readers don't need the deciding code: it loads with the first command. */
  const door: Door = async (request) => {
    opened ??= import("../send.ts").then(({ createDoor }) =>
      createDoor(engine, folds, (run) => projector.due(run)),
    );
    return (await opened)(request);
  };
  const log = createLogs(engine);
  const past = createPast(log);
  const projector = createProjector({ ...clocks, engine, folds, door, log });
  const { scan, edited } = projector;
  const { later } = clocks;
  return { engine, folds, door, scan, edited, log, later, clocks, projector, past };
};

export const systemOf = (parts: Parts): System => {
  const [project, records] = [createProject(parts), createRecords(parts)];
  const due = createDue(parts.engine, parts.folds);
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

export const makeSystem = (engine: Engine, clocks: Clocks): System =>
  systemOf(partsOf(engine, clocks));
