// Stigmergy as the runtime drives it.
import { reports } from "./report-shapes.ts";
import { fileSchemas } from "./files/schemas.ts";
import { lineOf } from "./events/entry.ts";
import { protocol } from "../../kit/protocol.ts";
import { eventLineOf } from "../../kit/telling.ts";
import { refusedFile } from "../../kit/edits/refused-edit.ts";
import { admitting } from "./admitting.ts";
import { ask, brief } from "./brief.ts";
import { decide } from "./decider.ts";
import { ended, life } from "./ended.ts";
import { evidence, rechecks } from "./evidence.ts";
import { evolve } from "./evolve.ts";
import { write } from "./files.ts";
import { jobs } from "./jobs.ts";
import { based, gathers, lands, worked } from "./landing.ts";
import { home, place, stateFile } from "./manifest.ts";
import { type StigmergyCommand, commands } from "./commands.ts";
import { type StigmergyEvent, allEvents } from "./events.ts";
import { documents, notice, noticed } from "./notice.ts";
import { preview } from "./preview.ts";
import { remarks } from "./remarks.ts";
import { aboutOf } from "./jobs/about.ts";
import { covered } from "./gates.ts";
import { misfit, report } from "./report.ts";
import { roles } from "./roles.ts";
import { agentRoles } from "./roster.ts";
import { says } from "./says.ts";
import type { State } from "./state.ts";
import { view } from "./view.ts";
import { settingNames } from "./settings.ts";

const eventLine = eventLineOf(allEvents);

export const stigmergy = protocol<State, StigmergyCommand, StigmergyEvent>({
  name: "stigmergy",
  events: allEvents,
  commands,
  schemas: [...fileSchemas, ...reports],
  /** The history entry of an event describes it best. */
  eventLine: (event) => ("entry" in event.data ? lineOf(event.data.entry) : eventLine(event)),
  decide,
  evolve,
  verbs: { rollback: "ReopenStory" },
  place,
  owns: () => [stateFile, refusedFile],
  /** The state file changes with every event and is not work; documents and stories are, by any author. */
  ignores: () => [home, ".cairn"],
  life,
  phase: (state) => state.status,
  ended,
  view,
  remarks,
  evidence,
  rechecks,
  preview,
  roleNames: agentRoles,
  optionNames: settingNames,
  roles,
  jobs,
  based,
  gathers,
  finals: (state) => ({ jobs: [], checks: rechecks(state) }),
  isAuto: ({ autonomy }) => autonomy === "autonomous",
  lands,
  worked,
  ask,
  brief,
  report,
  misfit,
  rewrites: (state, job) => {
    const about = aboutOf(job);
    return Promise.resolve(
      about?.is === "gate" ? { documents: Object.keys(covered(state, about.gate)) } : null,
    );
  },
  says,
  isOurs: () => import("./read/form.ts").then(({ isOurs }) => isOurs),
  write,
  read: (found) => import("./read/read.ts").then(({ read }) => read(found)),
  seeks: (found) => import("./seeks.ts").then(({ seeks }) => seeks(found)),
  check: (...asked) => import("./check/check.ts").then(({ check }) => check(...asked)),
  admit: (state, edits, facts, log) =>
    import("./admit/edits.ts").then(({ admit }) => admit(state, edits, facts, log)),
  admitting,
  notice,
  noticed,
  documents,
});
