// One walk over all edits of one look, on one copy of the state: each file sees what those before it asked.
import { admission, type Admission, joined, type Reading } from "../../../core/admission.ts";
import type { Admitted, Edit } from "../../../core/dialect.ts";
import { bounded } from "../../../core/edits.ts";
import { againstFormers, createFormers, type Former } from "../../../core/formers.ts";
import { member } from "../../../core/json.ts";
import { ownOf } from "../../../core/own.ts";
import { type Part, textsOf, wholeOf } from "../../../core/part.ts";
import { type Refusal, refuse } from "../../../core/refusal.ts";
import type { Path, Recorded, Time } from "../../../core/row.ts";
import { write } from "../files.ts";
import type { UltraworkCommand } from "../commands.ts";
import type { UltraworkEvent } from "../events.ts";
import type { State, TaskId } from "../state.ts";
import { claimedBefore, unsaid } from "./claims.ts";
import { contextAsked } from "./context.ts";
import { newTask, taskKeys } from "./new-task.ts";
import type { EditRead } from "./part.ts";
import { removals } from "./removals.ts";
import { sessionAsked } from "./session.ts";
import { noWants, taskAsked, type Wants } from "./task.ts";
import { applyTo } from "./trial.ts";

export type Log = readonly Recorded<UltraworkEvent>[];
/** A parsed edit. `task`: the task that the file belongs to. */
export type Open = {
  readonly edit: Edit;
  readonly whole: Part;
  readonly task: TaskId | null;
};
export type EditWalk = Admission<State> & {
  readonly open: Open;
  readonly read: EditRead;
  readonly wants: Wants;
};

const mostFresh = 400;
/** Maximum commands from one file; more than that is not a hand edit. */
const mostAsked = 2_000;

/** Sorts dependencies first, as far as possible. */
const inOrder = (fresh: readonly Open[]): readonly Open[] => {
  // More than any plan has, so each is refused anyway.
  if (fresh.length > mostFresh) return fresh;
  const left = [...fresh];
  const sorted: Open[] = [];
  while (left.length > 0) {
    const names = new Set(left.map(({ task }) => task));
    const waits = (open: Open): boolean => {
      const blockers = member(open.whole.node, "blocked_by");
      return (blockers === null ? [] : (textsOf(blockers) ?? [])).some(
        (id) => id !== open.task && names.has(id),
      );
    };
    const at = Math.max(
      0,
      left.findIndex((open) => !waits(open)),
    );
    sorted.push(...left.splice(at, 1));
  }
  return sorted;
};

const byName = (a: Open, b: Open): number =>
  a.edit.path.localeCompare(b.edit.path, "en", { numeric: true });
export const proposes = ({ rest = [] }: EditRead): boolean =>
  rest.some(({ command }) => command.type === "ProposePlan");

/** @member no refusals of files in an earlier walk */
export type How = {
  readonly at: Time;
  readonly log: Log;
  readonly no: ReadonlyMap<Path, Refusal>;
};
/** What an edit requests if it was made from this text. */
type Asks = (open: Open, before: Former) => { readonly read: EditRead; readonly wants?: Wants };

/** Tries one edit on a state; reads the log and the files only if needed. */
const trying = (state: State, { at, log, no }: How) => {
  const formers = createFormers();
  let claimed: ReturnType<typeof claimedBefore> | null = null;
  let written: Readonly<Record<Path, string>> | null = null;
  const once = (read: EditRead): Reading<State, UltraworkCommand> => {
    const whole = bounded(read, mostAsked);
    if (whole.claims.length === 0) return whole;
    const began = new Set(whole.begins.flatMap(({ unit }) => unit ?? []));
    return { ...whole, claims: unsaid(whole.claims, (claimed ??= claimedBefore(log)), began) };
  };
  return (now: State, open: Open, asks: Asks): EditWalk => {
    const { edit, whole } = open;
    const standing = (): string | null => (written ??= write(state, log))[edit.path] ?? null;
    return againstFormers(formers, edit, whole.node, standing, (before) => {
      const { read, wants = noWants } = asks(open, before);
      const refused = no.get(edit.path) ?? null;
      return {
        ...admission(edit.path, once(read), now, applyTo(whole, at), refused),
        open,
        read,
        wants,
      };
    });
  };
};

const knownTask = (now: State, open: Open, before: Former): ReturnType<Asks> => {
  const task = open.task === null ? undefined : ownOf(now.tasks, open.task);
  if (task === undefined)
    return { read: { findings: [refuse("TASK_UNKNOWN", "the task is gone")] } };
  const place = { file: open.edit.path, pointer: "", known: taskKeys, other: noWants };
  return taskAsked(now, { task, before: before.root, after: open.whole, ...place });
};

/** The tasks whose files were deleted. */
const removed = (
  state: State,
  gone: readonly Edit[],
  at: Time,
): { readonly state: State; readonly admitted: readonly Admitted[] } => {
  const admitted: Admitted[] = [];
  let now = state;
  for (const { path, asked } of removals(state, gone)) {
    const whole = wholeOf(path, "", { is: "null", at: 0, end: 0 });
    const reading = joined<State, UltraworkCommand>([{ rest: [asked] }]);
    const outcome = admission(path, reading, now, applyTo(whole, at));
    now = outcome.state;
    admitted.push(...(outcome.refused === null ? outcome.admitted : []));
  }
  return { state: now, admitted };
};

export const walk = (
  state: State,
  opened: readonly Open[],
  gone: readonly Edit[],
  how: How,
): { readonly taken: readonly EditWalk[]; readonly removed: readonly Admitted[] } => {
  const taken: EditWalk[] = [];
  let now = state;
  const attempt = trying(state, how);
  const take = (list: readonly Open[], asks: Asks): void => {
    for (const open of list) {
      const one = attempt(now, open, asks);
      now = one.state;
      taken.push(one);
    }
  };
  const called = (path: Path): readonly Open[] => opened.filter(({ edit }) => edit.path === path);
  const tasks = opened.filter(({ task }) => task !== null).toSorted(byName);
  const isKnown = ({ task }: Open): boolean => ownOf(state.tasks, task ?? "") !== undefined;
  const fresh = inOrder(tasks.filter((open) => !isKnown(open)));

  take(called("context.json"), (open, { root }) => ({ read: contextAsked(now, root, open.whole) }));
  const { state: left, admitted } = removed(now, gone, how.at);
  now = left;
  take(fresh, (open) => ({ read: newTask(now, open.whole, open.task) }));
  take(tasks.filter(isKnown), (open, before) => knownTask(now, open, before));
  const lost = taken.flatMap(({ open, refused }) =>
    fresh.includes(open) && refused !== null ? (refused.more ?? [refused]) : [],
  );
  const wants = new Map(
    taken.flatMap(({ open: { task }, refused, wants: own }) =>
      task === null ? [] : [[task, refused === null ? own : { ...noWants, said: own.said }]],
    ),
  );
  const files = new Map(fresh.flatMap(({ task, whole }) => (task === null ? [] : [[task, whole]])));
  take(called("session.json"), ({ whole: after }, { root, text }) => {
    const edit = { before: root, former: text, after, log: how.log, wants, fresh: files };
    const read = sessionAsked(now, edit);
    // Without the refused tasks, the plan would not be the intended one.
    return { read: proposes(read) ? joined([read, { findings: lost }]) : read };
  });
  return { taken, removed: admitted };
};
