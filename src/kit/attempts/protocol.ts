// A protocol of work in passes, composed of its own declarations and what all such protocols share.
import type { Protocol } from "../../core/protocol.ts";
import type { RefusedEdit } from "../../core/refused-edit.ts";
import type { Path } from "../../core/row.ts";
import type { CommandKind } from "../command.ts";
import { type RunDocument, writerOf } from "../documents.ts";
import type { EventKind } from "../event.ts";
import { declared } from "../telling.ts";
import { briefs, type Telling } from "./brief.ts";
import { jobs, reports, roles } from "./jobs.ts";
import { misfit, report } from "./report.ts";
import { attemptRules, type Ends } from "./rules.ts";
import { type Attempting, life, phase, workOf } from "./state.ts";
import { endedOf, evidence, rechecks, type ViewParts, viewOf } from "./view.ts";

type Holding = Attempting & { readonly refused: RefusedEdit | null };
/** Members that a protocol's author declares. */
type Declared<S extends Holding> = Partial<Omit<Protocol<S>, "ends" | "documents">> &
  Pick<Protocol<S>, "name" | "edition" | "complete" | "place" | "ignores" | "read" | "check"> & {
    readonly events: readonly EventKind<S>[];
    readonly commands: readonly CommandKind<S>[];
    readonly ends: Ends<S>;
    readonly documents: readonly RunDocument<S>[];
    readonly telling: Telling<S>;
    readonly seen: (state: S) => Omit<ViewParts, "kind">;
    /** Path of the document that shows the whole run, relative to the root. */
    readonly output: (state: S) => Path;
  };

/** Explicitly given members replace the shared ones. */
export const attemptProtocol = <S extends Holding>({
  events,
  commands,
  ends,
  documents,
  telling,
  seen,
  output,
  ...own
}: Declared<S>): Protocol<S> => {
  const { kind } = telling;
  const rules = attemptRules(events, commands, ends);
  return {
    ...declared<S>(events, commands, reports),
    ...rules,
    verbs: {
      start: "Start",
      adopt: "Adopt",
      pause: "Pause",
      resume: "Resume",
      cancel: "Cancel",
      reopen: "Reopen",
      rollback: "ReopenUnit",
      archive: "Archive",
      unarchive: "Unarchive",
    },
    moves: ["RunArchived", "RunUnarchived"],
    life,
    phase,
    ended: (state) => endedOf(state, kind, output(state)),
    view: (state) => viewOf(state, { ...seen(state), kind }),
    evidence,
    rechecks,
    roles,
    jobs,
    // Work that a person accepted without proof doesn't land, and neither does failed work.
    lands: (state, unit) => workOf(state, unit).status === "passed",
    finals: (state) => ({ jobs: [], checks: rechecks(state) }),
    based: (tree) => ({ base: tree }),
    worked: ({ type, data }) =>
      type === "PassEnded" && data !== null && typeof data === "object" && "unit" in data
        ? String(data.unit)
        : null,
    checksOption: "checks",
    ...briefs(telling),
    report,
    misfit,
    write: writerOf(documents),
    dropIns: [],
    admit: (state, edits, facts) =>
      import("../edit-door.ts").then(({ admittedBy }) =>
        admittedBy<S>({ documents, life, ...rules }, state, edits, facts),
      ),
    ...own,
  };
};
