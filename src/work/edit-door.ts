// The door of hand edits: those of one look are read one after the other, each on a copy of the run as those before it left it.
import { admission, type Apply, type Order } from "../kit/edits/admission.ts";
import type { Admitted, Edit } from "../core/run-files.ts";
import { admittedInTurn, bounded, notTaken, silent } from "../kit/edits/edits.ts";
import { inside, type Part, placedAt } from "../kit/document/part.ts";
import type { Command, Event, Protocol } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../core/refusal.ts";
import type { Path, Time } from "../core/row.ts";
import { trial } from "../kit/edits/trial.ts";
import { type Asked, type Opened, opened } from "../kit/document/edits.ts";
import type { Dialect, Rules } from "./dialect.ts";
import { life, type Work } from "./work.ts";

export type Trial = Rules & { readonly dialect: Dialect };
/** A document that was read before, in the same look. */
export type Earlier = { readonly edit: Opened; readonly refused: Refusal | null };
export type Reader = {
  /** Written freely: nothing in it is read. */
  isFree(path: Path): boolean;
  /** The order of reading; null: nothing reads it. */
  rank(state: Work, path: Path): number | null;
  read(state: Work, edit: Opened, earlier: readonly Earlier[]): Asked<Work>;
};

/** Commands of one file; more are no hand edit. */
const mostAsked = 2_000;

/** A refusal names the deepest place that the document has; what follows from a refused beginning isn't told again. */
const tries = ({ decide, evolve }: Rules, whole: Part, at: Time): Apply<Work, Command> => {
  const placed = (refusal: Refusal, asked: Order<Command>): Refusal =>
    refuseAll(
      (refusal.more ?? [refusal])
        .slice(0, 20)
        .map((one) => placedAt(inside(whole, `${asked.at}${one.pointer ?? ""}`), one)),
    ) ?? refusal;
  const apply = trial<Work, Command, Event>({ decide, evolve }, at, placed);
  const lost = new Set<string>();
  return (state, asked) => {
    if (asked.unit !== undefined && lost.has(asked.unit)) return { state };
    const next = apply(state, asked);
    if (isRefusal(next) && asked.unit !== undefined) lost.add(asked.unit);
    return next;
  };
};

const unread = (path: Path): Refusal =>
  refuse("EDIT_UNREAD", `nothing reads edits of ${path}`, { path });
const archived = ({ run }: Work, path: Path): Refusal =>
  refuse("RUN_ARCHIVED", "the run is archived: its files tell what was", {
    path,
    fits: `a person: \`cairn archive --back ${run}\``,
  });

/** What edits of a run's documents mean; it answers, whatever they hold. */
export const admittedBy = (
  { isFree, rank, read }: Reader,
  rules: Trial,
  ...[state, edits, { at }, log]: Parameters<Protocol<Work>["admit"]>
): readonly Admitted[] => {
  let files: Readonly<Record<Path, string>> | null = null;
  const standing = (path: Path): string | null =>
    (files ??= rules.dialect.write(state, log))[path] ?? null;
  const rankOf = ({ path }: Edit): number => rank(state, path) ?? 0;
  const inOrder = edits.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || a.path.localeCompare(b.path, "en", { numeric: true }),
  );
  const earlier: Earlier[] = [];
  return admittedInTurn(state, inOrder, (now, { path, text, before }) => {
    const no = (refused: Refusal) => ({ state: now, admitted: [notTaken(path, refused)] });
    // What it says now is seen with all free documents.
    if (isFree(path)) return { state: now, admitted: [silent(path)] };
    if (life(now) === "archived") return no(archived(now, path));
    if (rank(state, path) === null) return no(unread(path));
    const edit = opened(path, text, before ?? standing(path) ?? "");
    if (isRefusal(edit)) return no(edit);
    const reading = bounded(read(now, edit, earlier), mostAsked);
    const admitted = admission(path, reading, now, tries(rules, edit.now, at));
    earlier.push({ edit, refused: admitted.refused });
    return admitted;
  });
};
