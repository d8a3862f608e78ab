// Dialects whose document is their plan: its units as they are found and edited, and its files in a folder of others.
import { refusedFile } from "../kit/edits/refused-edit.ts";
import type { Event } from "../core/protocol.ts";
import type { Path } from "../core/row.ts";
import { belowFolder, pathOf, type RunDocument, writerOf } from "../kit/documents.ts";
import { asFound, type FoundRun } from "./adopted.ts";
import type { Dialect } from "./dialect.ts";
import { unitsSet } from "./events/plan.ts";
import { unitReopened } from "./events/units.ts";
import { type Draft, isAsPlanned, isSettled } from "./unit.ts";
import { find, life, type Work } from "./work.ts";

/** A run that begins with what a document says. @param done ids; nothing of them is proved */
export const foundRun = (
  goal: string,
  drafts: readonly Draft[],
  done: ReadonlySet<string>,
  more: FoundRun["more"],
): FoundRun => ({
  goal,
  units: drafts.map((draft) => asFound(draft, done.has(draft.id) ? "done" : "open")),
  approved: true,
  round: 1,
  end: null,
  extras: [],
  more,
  startedAt: null,
});

/** The unit at work in a run whose units go one after the other. */
export const atWork = ({ units }: Work): string | undefined =>
  units.find((unit) => !isSettled(unit) && ["live", "claimed", "judged"].includes(unit.status))?.id;

/** What an edit makes of the units. @param again ids of those that are work again, if they were settled */
export const unitsEdited = (
  state: Work,
  drafts: readonly Draft[],
  again: Iterable<string>,
  { by, reason }: { readonly by: string; readonly reason: string },
): readonly Event[] => {
  const order = drafts.map(({ id }) => id);
  const known = state.units.map(({ id }) => id);
  const gone = known.filter((id) => !order.includes(id));
  const set = drafts.filter((draft) => {
    const unit = find(state, draft.id);
    return unit === undefined || !isAsPlanned(unit, draft);
  });
  const isMoved = order.join("\n") !== known.join("\n");
  const settled = [...new Set(again)].filter((id) => {
    const unit = find(state, id);
    return unit !== undefined && isSettled(unit);
  });
  return [
    ...(set.length > 0 || isMoved
      ? [unitsSet({ set, gone, order, reason: null, by, bypassed: [], whole: null })]
      : []),
    ...settled.map((unit) => unitReopened({ unit, reason, whole: null })),
  ];
};

type Files = Pick<Dialect, "ignores" | "output" | "write" | "admit"> & {
  readonly owns: (state: Work | null) => readonly Path[];
};
/** Files of a run, in a folder where others keep theirs. The first one shows the whole run. */
export const filesOf = (
  documents: readonly [RunDocument<Work>, ...RunDocument<Work>[]],
  place: Dialect["place"],
): Files => {
  const owns = (state: Work | null): readonly Path[] => [
    ...documents.flatMap((one) => (state === null ? one.names : [pathOf(one, state)])),
    refusedFile,
  ];
  return {
    owns,
    ignores: (state) => owns(state).map((path) => belowFolder(place(state), path)),
    output: (state) => belowFolder(place(state), pathOf(documents[0], state)),
    write: writerOf<Work>(documents),
    admit: (rules, ...asked) =>
      import("../kit/edit-door.ts").then(({ admittedBy }) =>
        admittedBy<Work>({ documents, life, ...rules }, ...asked),
      ),
  };
};
