// The player as the runtime drives it.
import type { Protocol } from "../../core/protocol.ts";
import { report as reportSchema } from "../../kit/json-schema.ts";
import { declared } from "../../kit/telling.ts";
import { brief } from "./brief.ts";
import { complete } from "./complete.ts";
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
import { finals, lands, marks, worked } from "./landing.ts";
import { commands, type PlayerCommand } from "./commands.ts";
import { allEvents, type PlayerEvent } from "./events.ts";
import { archiveFolder, carried, place, sessionsFolder } from "./place.ts";
import { preview } from "./preview.ts";
import { remarks } from "./remarks.ts";
import { misfit, report } from "./report.ts";
import type { State } from "./state.ts";
import { view } from "./view.ts";

const told = declared<State>(allEvents, commands, [
  ...templateSchemas,
  ...fileSchemas,
  reportSchema("node", "What a node's agent hands in at its end.", reportShape),
]);

export const player: Protocol<State, PlayerCommand, PlayerEvent> = {
  name: "player",
  /** Version of the rules: increment it when the same events fold to a different state. */
  edition: "3",
  ...told,
  complete: (command, facts, run, taken) => complete(command, facts, run, taken),
  decide,
  evolve,
  verbs: {
    start: "Start",
    adopt: "Adopt",
    pause: "Pause",
    resume: "Resume",
    reopen: "RetryRun",
    cancel: "Cancel",
    rollback: "RollBack",
    archive: "Archive",
    unarchive: "Unarchive",
  },
  place,
  moves: ["RunArchived", "RunUnarchived"],
  carried,
  ignores: (state) => [`${sessionsFolder}/${state.session}`, `${archiveFolder}/${state.session}`],
  life,
  phase: (state) => state.status.toUpperCase(),
  ended,
  view,
  remarks,
  evidence,
  endsByProgram,
  rechecks: () => [],
  again: (state) => `run player --again ${state.session}`,
  nests: true,
  preview,
  roleNames: ["skill", "command", "agent", "cli"],
  roles,
  jobs,
  lands,
  worked,
  finals,
  marks,
  ask: () => ({}),
  brief: (state, job) => brief(state, job),
  report,
  misfit,
  diagnostics: (state, around) =>
    import("./diagnostics.ts").then(({ diagnostics }) => diagnostics(state, around)),
  survey: () => import("./survey.ts").then((module) => module.survey),
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
};
