// The door of hand edits: those of one look are read one after the other, each on a copy of the run as those before it left it.
import type { Admitted, Edit } from "../../core/run-files.ts";
import type { Command, Event, Protocol } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../core/refusal.ts";
import type { Path, Time } from "../../core/row.ts";
import { all, type Asked, type Opened, opened } from "../../kit/document/edits.ts";
import { inside, type Part, placedAt } from "../../kit/document/part.ts";
import { admission, type Apply, type Order } from "../../kit/edits/admission.ts";
import { admittedInTurn, bounded, notTaken, silent } from "../../kit/edits/edits.ts";
import { trial } from "../../kit/edits/trial.ts";
import type { Dialect, Rules } from "../../work/dialect.ts";
import type { Unit } from "../../work/unit.ts";
import { life, type Work } from "../../work/work.ts";
import { allTasks, task, taskFile } from "./documents/task.ts";
import { isFree, taskName } from "./folder.ts";
import { contextAsked } from "./edits/context.ts";
import { together } from "./edits/plan.ts";
import { type Earlier, sessionAsked } from "./edits/session.ts";
import { newTask, taskAsked } from "./edits/task.ts";

const taskOf = (state: Work, path: Path): Unit | undefined =>
  allTasks(state).find((unit) => taskFile(unit) === path);

/** New tasks come before those that wait for them, and session.json, which may propose them all, last. */
const rank = (state: Work, path: Path): number | null => {
  if (path === "context.json") return 0;
  if (path === "session.json") return 3;
  if (taskName(path) === null) return null;
  return taskOf(state, path) === undefined ? 1 : 2;
};

/** Without the new tasks that were refused, a proposed plan isn't the one that was meant. */
const proposed = (state: Work, asked: Asked<Work>, earlier: readonly Earlier[]): Asked<Work> => {
  const isProposed = asked.rest?.some(({ command }) => command.type === "ProposePlan") === true;
  const lost = earlier.filter(
    ({ edit, refused }) =>
      refused !== null && taskName(edit.path) !== null && taskOf(state, edit.path) === undefined,
  );
  const findings = lost.flatMap(({ refused }) => refused?.more ?? refused ?? []);
  return isProposed ? all<Work>(asked, { findings }) : asked;
};

const asks = (
  dialect: Dialect,
  state: Work,
  edit: Opened,
  earlier: readonly Earlier[],
): Asked<Work> => {
  const { path, was, now } = edit;
  if (path === "context.json") return contextAsked(state, edit);
  const door = { dialect, state, sets: [] };
  if (path === "session.json")
    return proposed(state, together(door, sessionAsked(door, edit, earlier)), earlier);
  const unit = taskOf(state, path);
  const place = { file: path, pointer: "" };
  return together(
    door,
    unit === undefined
      ? newTask(door, place, now, taskName(path))
      : taskAsked(door, unit, task, place, was, now),
  );
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

/** What edits of a run's documents mean; it answers, whatever they hold. */
export const admitWith = (
  rules: Rules & { readonly dialect: Dialect },
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
    if (life(now) === "archived")
      return no(
        refuse("RUN_ARCHIVED", "the run is archived: its files tell what was", {
          path,
          fits: `a person: \`cairn archive --back ${now.run}\``,
        }),
      );
    if (rank(state, path) === null)
      return no(refuse("EDIT_UNREAD", `nothing reads edits of ${path}`, { path }));
    const edit = opened(path, text, before ?? standing(path) ?? "");
    if (isRefusal(edit)) return no(edit);
    const reading = bounded(asks(rules.dialect, now, edit, earlier), mostAsked);
    const admitted = admission(path, reading, now, tries(rules, edit.now, at));
    earlier.push({ edit, refused: admitted.refused });
    return admitted;
  });
};
