// The player as the runtime drives it.
import { report as reportSchema } from "../../kit/json-schema.ts";
import { protocol } from "../../kit/protocol.ts";
import { brief } from "./brief.ts";
import { decide } from "./decider.ts";
import { ended, life } from "./ended.ts";
import { evidence } from "./evidence.ts";
import { evolve } from "./evolve.ts";
import { documents, notice, write } from "./files.ts";
import { fileSchemas } from "./files/schemas.ts";
import { templateSchemas } from "./template/schemas.ts";
import { reportShape } from "./report/shape.ts";
import { jobs } from "./jobs.ts";
import { roles } from "./jobs/nodes.ts";
import { endsByProgram } from "./nodes.ts";
import { dropped, finals, lands, marks } from "./landing.ts";
import { commands, type PlayerCommand } from "./commands.ts";
import { allEvents, type PlayerEvent } from "./events.ts";
import { archiveFolder, place, sessionsFolder } from "./place.ts";
import { preview } from "./preview.ts";
import { remarks } from "./remarks.ts";
import { misfit, report } from "./report.ts";
import type { State } from "./state.ts";
import { view } from "./view.ts";

export const player = protocol<State, PlayerCommand, PlayerEvent>({
  name: "player",
  events: allEvents,
  commands,
  schemas: [
    ...templateSchemas,
    ...fileSchemas,
    reportSchema("node", "What a node's agent hands in at its end.", reportShape),
  ],
  decide,
  evolve,
  verbs: { reopen: "RetryRun", rollback: "RollBack" },
  place,
  ignores: (state) => [`${sessionsFolder}/${state.session}`, `${archiveFolder}/${state.session}`],
  life,
  phase: (state) => state.status.toUpperCase(),
  ended,
  view,
  remarks,
  evidence,
  endsByProgram,
  again: (state) => `run player --again ${state.session}`,
  nests: true,
  preview,
  roleNames: ["skill", "command", "agent", "cli"],
  roles,
  jobs,
  lands,
  dropped,
  finals,
  marks,
  brief,
  report,
  misfit,
  library: () => import("./library.ts").then((module) => module.library),
  write,
  dropIns: [{ folder: "checkpoints", ending: ".json" }],
  seeks: (found) => import("./read/read.ts").then(({ seeks }) => seeks(found)),
  read: (found) => import("./read/read.ts").then(({ read }) => read(found)),
  check: (files, folder) => import("./check/check.ts").then(({ check }) => check(files, folder)),
  admit: (state, edits, facts) =>
    import("./admit/edits.ts").then(({ admit }) => admit(state, edits, facts)),
  notice,
  admitting: (state) => ({ ...notice(state), programs: roles(state).map(({ name }) => name) }),
  documents,
});
