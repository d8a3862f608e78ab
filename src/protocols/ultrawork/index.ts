// Ultrawork as the runtime drives it.
import { protocol } from "../../kit/protocol.ts";
import { commands, type UltraworkCommand } from "./commands.ts";
import { allEvents, type UltraworkEvent } from "./events.ts";
import { fileSchemas } from "./files/schemas.ts";
import { ask, brief } from "./brief.ts";
import { decide } from "./decider.ts";
import { dropped } from "./decider/dropped.ts";
import { ended, life } from "./ended.ts";
import { evidence, rechecks } from "./evidence.ts";
import { evolve } from "./evolve.ts";
import { notice, noticed, recordedDocuments, write } from "./files.ts";
import { isAuto } from "./decider/step.ts";
import { runFailed } from "./events.ts";
import { jobs } from "./jobs.ts";
import { based, lands } from "./ready.ts";
import { roles } from "./jobs/agents.ts";
import { place } from "./place.ts";
import { misfit, report } from "./report.ts";
import { says } from "./says.ts";
import type { State } from "./state.ts";
import { view } from "./view.ts";
import { optionNames } from "./complete.ts";

export const ultrawork = protocol<State, UltraworkCommand, UltraworkEvent>({
  name: "ultrawork",
  /** Version of the rules: increment it when the same events fold to a different state. */
  edition: "8",
  events: allEvents,
  commands,
  schemas: fileSchemas,
  decide,
  evolve,
  place,
  ignores: (state) => [
    `${state.home}/${state.team}/sessions/${state.session}`,
    `${state.home}/${state.team}/archive/${state.session}`,
  ],
  life,
  phase: (state) => state.phase,
  ended,
  view,
  evidence: (state, _log, unit) => evidence(state, unit),
  rechecks,
  roles,
  jobs,
  optionNames,
  isAuto,
  fails: (reason) => [runFailed({ reason })],
  lands,
  based,
  dropped,
  ask,
  brief,
  report,
  misfit,
  rewrites: async (state, { key }) =>
    key.startsWith("approve-")
      ? {
          command: "ProposePlan",
          data: { plan: (await import("./plan/again.ts")).planAgain(state) },
        }
      : null,
  says,
  write,
  dropIns: [{ folder: "tasks", ending: ".json" }],
  read: (found) => import("./read/read.ts").then(({ read }) => read(found)),
  check: (files) => import("./check/check.ts").then(({ check }) => check(files)),
  diagnostics: (...asked) =>
    import("./diagnostics.ts").then(({ diagnostics }) => diagnostics(...asked)),
  straysIn: [{ folder: "../tasks", ending: ".json" }],
  admit: (...asked) => import("./admit/edits.ts").then(({ admit }) => admit(...asked)),
  notice,
  noticed,
  documents: recordedDocuments,
});
