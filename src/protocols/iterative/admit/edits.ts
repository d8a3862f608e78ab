// Reader of all edits of one look, each whole or not at all.
import { type Admission, admission } from "../../../kit/edits/admission.ts";
import type { Admitted, Edit } from "../../../core/run-files.ts";
import { admittedInTurn, bounded, notTaken, type TextEdit } from "../../../kit/edits/edits.ts";
import { placeOf } from "../../../core/json/json.ts";
import type { Facts } from "../../../core/protocol.ts";
import { isRefusal, refuse, type Refusal } from "../../../core/refusal.ts";
import type { Path, Recorded } from "../../../core/row.ts";
import { planFile } from "../files/plan.ts";
import { progressFile, progressText } from "../files/progress.ts";
import { stateFile } from "../files/state-file.ts";
import { plainText } from "../markdown/document.ts";
import type { IterativeCommand } from "../commands.ts";
import type { IterativeEvent } from "../events.ts";
import type { State } from "../state.ts";
import type { EditRead } from "./page.ts";
import { currentText, openDocument } from "./documents.ts";
import { unreadable } from "./open.ts";
import { progressAsked } from "./progress.ts";
import { applyTo, type Edited } from "./trial.ts";

type Log = readonly Recorded<IterativeEvent>[];
type How = { readonly facts: Facts; readonly log: Log };

/** Maximum commands from one file; more than that is not a hand edit. */
const mostAsked = 2_000;

const no = (state: State, path: Path, refused: Refusal): Admission<State> => ({
  state,
  admitted: [notTaken(path, refused)],
  refused,
});

const admitted = (state: State, edited: Edited, read: EditRead, { facts }: How): Admission<State> =>
  admission<State, IterativeCommand>(
    edited.path,
    bounded(read, mostAsked),
    state,
    applyTo(edited, facts),
  );

/** Entries are recognised by content, so former texts add nothing to the ledger. */
const progress = (state: State, given: TextEdit, how: How): Admission<State> => {
  const text = plainText(given.text);
  const base = progressText(state, how.log);
  const { read, spots } = progressAsked(state, how.log, base, text);
  return admitted(
    state,
    { path: given.path, place: (pointer) => placeOf(text, spots.get(pointer) ?? 0) },
    read,
    how,
  );
};

const document = (state: State, { path, text, before }: TextEdit, how: How): Admission<State> => {
  const opened = openDocument(path, text);
  if (opened === null || (path !== planFile(state) && (path === "tasks.md" || path === "plan.md")))
    return no(
      state,
      path,
      refuse("EDIT_UNREAD", `nothing reads edits of ${path}`, {
        path,
        fits: `${stateFile}, ${planFile(state)}`,
      }),
    );
  if (isRefusal(opened)) return no(state, path, opened);
  const current = currentText(state, path);
  return admitted(state, opened.edited, opened.asked(state, before ?? current, current), how);
};

const taken = (state: State, edit: TextEdit, how: How): Admission<State> => {
  const broken = unreadable(edit.path, edit.text);
  if (broken !== null) return no(state, edit.path, broken);
  return edit.path === progressFile ? progress(state, edit, how) : document(state, edit, how);
};

/** The brief names the work, and the plan lists units before state.json gives their progress; entries may end passes, so they come last. */
const order = (state: State): readonly Path[] => [
  "brief.md",
  planFile(state),
  "context.md",
  "guardrails.md",
  stateFile,
  progressFile,
];

/** Translates edits of the run's files into commands; never throws, whatever the files contain. */
export const admit = (
  state: State,
  edits: readonly Edit[],
  facts: Facts,
  log: Log,
): readonly Admitted[] => {
  const rank = new Map(order(state).map((path, index) => [path, index]));
  const rankOf = ({ path }: Edit): number => rank.get(path) ?? rank.size;
  const sorted = edits.toSorted((a, b) => rankOf(a) - rankOf(b));
  return admittedInTurn(state, sorted, (now, edit) => taken(now, edit, { facts, log }));
};
