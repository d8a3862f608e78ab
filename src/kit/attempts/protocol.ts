// A protocol of work in passes, composed of its own declarations and what all such protocols share.
import type { Protocol } from "../../core/protocol.ts";
import { refusedFile } from "../../core/refused-edit.ts";
import type { Path } from "../../core/row.ts";
import type { CommandKind } from "../command.ts";
import { belowFolder, pathOf, type RunDocument, writerOf } from "../documents.ts";
import type { EventKind } from "../event.ts";
import { protocol } from "../protocol.ts";
import { asking, type OwnDecision } from "./asking.ts";
import { briefs, type Telling } from "./brief.ts";
import { jobs, reports, roles } from "./jobs.ts";
import { optionNames } from "./options.ts";
import { misfit, report } from "./report.ts";
import type { Attempts } from "./attempts.ts";
import { attemptRules } from "./rules.ts";
import { type Attempting, life, phase, workOf } from "./state.ts";
import { endedOf, evidence, rechecks, type ViewParts, viewOf } from "./view.ts";

/** Members that a protocol's author declares. */
type Declared<S extends Attempting> = Partial<Omit<Protocol<S>, "ends" | "documents">> &
  Pick<Protocol<S>, "name" | "edition" | "place" | "read" | "check"> & {
    readonly events: readonly EventKind<S>[];
    readonly commands: readonly CommandKind<S>[];
    readonly attempts: Attempts<S>;
    /** The first one shows the whole run. */
    readonly documents: readonly [RunDocument<S>, ...RunDocument<S>[]];
    readonly telling: Telling<S>;
    /** Questions to a person besides the kit's. */
    readonly decisions?: readonly OwnDecision<S>[];
    readonly seen: (state: S) => Omit<ViewParts, "kind">;
  };

/** Explicitly given members replace the shared ones. */
export const attemptProtocol = <S extends Attempting>({
  events,
  commands,
  attempts,
  documents,
  telling,
  seen,
  decisions = [],
  ...own
}: Declared<S>): Protocol<S> => {
  const { kind } = telling;
  const rules = attemptRules(events, commands, attempts.events);
  const namesOf = (document: RunDocument<S>, state: S | null): readonly Path[] =>
    state === null ? document.names : [pathOf(document, state)];
  const owns = (state: S | null): readonly Path[] => [
    ...documents.flatMap((document) => namesOf(document, state)),
    refusedFile,
  ];
  const below = (state: S, path: Path): Path => belowFolder(own.place(state), path);
  const made = protocol<S>({
    events,
    commands,
    schemas: reports,
    ...rules,
    verbs: { rollback: "ReopenUnit" },
    owns,
    ignores: (state) => owns(state).map((path) => below(state, path)),
    life,
    phase,
    ended: (state) => endedOf(state, kind, below(state, pathOf(documents[0], state))),
    view: (state) => viewOf(state, { ...seen(state), kind }),
    evidence,
    rechecks,
    roles,
    jobs,
    isAuto: ({ options }) => options.mode === "auto",
    fails: (reason) => [attempts.events.runFailed({ reason })],
    // Work that a person accepted without proof doesn't land, and neither does failed work.
    lands: (state, unit) => workOf(state, unit).status === "passed",
    finals: (state) => ({ jobs: [], checks: rechecks(state) }),
    based: (tree) => ({ base: tree }),
    optionNames,
    checksOption: "checks",
    ...briefs(telling),
    report,
    misfit,
    write: writerOf(documents),
    admit: (...asked) =>
      import("../edit-door.ts").then(({ admittedBy }) =>
        admittedBy<S>({ documents, life, ...rules }, ...asked),
      ),
    ...own,
  });
  return decisions.length === 0 ? made : asking(made, decisions);
};
