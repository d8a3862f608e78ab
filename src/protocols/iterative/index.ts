// Iterative as the runtime drives it.
import { protocol } from "../../kit/protocol.ts";
import { fileSchemas } from "./files/schemas.ts";
import { reports } from "./report-shapes.ts";
import { ask, brief } from "./brief.ts";
import { decide } from "./decider.ts";
import { ended, life } from "./ended.ts";
import { evidence, rechecks } from "./evidence.ts";
import { evolve } from "./evolve.ts";
import { write } from "./files.ts";
import { ignores } from "./ignores.ts";
import { jobs } from "./jobs.ts";
import { dropped, lands } from "./landing.ts";
import { commands, type IterativeCommand } from "./commands.ts";
import { allEvents, type IterativeEvent } from "./events.ts";
import { preview } from "./preview.ts";
import { recordedDocuments } from "./documents.ts";
import { misfit, report } from "./report.ts";
import { roles } from "./roles.ts";
import { says } from "./says.ts";
import type { State } from "./state.ts";
import { folders, place } from "./units.ts";
import { view } from "./view.ts";
import { settingNames } from "./settings.ts";

export const iterative = protocol<State, IterativeCommand, IterativeEvent>({
  name: "iterative",
  events: allEvents,
  commands,
  schemas: [...fileSchemas, ...reports],
  decide,
  evolve,
  verbs: { rollback: "ReopenUnit", drop: "DropFiles" },
  place,
  ignores,
  life,
  phase: (state) => state.phase,
  ended,
  view,
  evidence,
  rechecks,
  preview,
  roles,
  jobs,
  lands,
  dropped,
  optionNames: settingNames,
  checksOption: "gates",
  ask,
  brief,
  report,
  misfit,
  rewrites: (state, { key }) =>
    Promise.resolve(
      key.startsWith("plan-")
        ? {
            documents: [`${place(state)}/${state.mode === "development" ? "tasks.md" : "plan.md"}`],
          }
        : null,
    ),
  says,
  write,
  folders,
  read: (found) => import("./read/read.ts").then(({ read }) => read(found)),
  check: (files, folder) => import("./check/check.ts").then(({ check }) => check(files, folder)),
  admitting: () => ({ leases: true }),
  admit: (...asked) => import("./admit/edits.ts").then(({ admit }) => admit(...asked)),
  documents: recordedDocuments,
});
