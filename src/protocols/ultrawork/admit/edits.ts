// Why: all edits of one look are seen together: what two files ask alike counts once, and what they ask apart is nobody's word.
import { admission, type Admission, joined, type Reading } from "../../../core/admission.ts";
import type { Admitted, Edit } from "../../../core/dialect.ts";
import { bounded, isBlank, notTaken, openJson, refusalsLast, silent } from "../../../core/edits.ts";
import { againstFormers, createFormers, type Former } from "../../../core/formers.ts";
import { member } from "../../../core/json.ts";
import { ownOf } from "../../../core/own.ts";
import { type Part, textsOf, wholeOf } from "../../../core/part.ts";
import type { Facts } from "../../../core/protocol.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../../core/refusal.ts";
import { refusedFile } from "../../../core/refused-edit.ts";
import type { Path, Recorded, Time } from "../../../core/row.ts";
import { write } from "../files.ts";
import type { UltraworkCommand } from "../commands.ts";
import type { UltraworkEvent } from "../events.ts";
import type { State, TaskId } from "../state.ts";
import { claimedBefore, unsaid } from "./claims.ts";
import { contextAsked } from "./context.ts";
import { documented, isFree } from "./documents.ts";
import { newTask, taskKeys } from "./new-task.ts";
import type { Read } from "./part.ts";
import { removals } from "./removals.ts";
import { sessionAsked } from "./session.ts";
import { noWants, taskAsked, type Wants } from "./task.ts";
import { applyTo, type Edited } from "./trial.ts";

type Log = readonly Recorded<UltraworkEvent>[];
/** An edit whose text is read; `task`: whose file it is. */
type Open = {
  readonly edit: Edit;
  readonly edited: Edited;
  readonly whole: Part;
  readonly task: TaskId | null;
};
type Taken = Admission<State> & { readonly open: Open; readonly read: Read; readonly wants: Wants };

const mostFresh = 400;
/** Commands of one file; more is no edit by hand. */
const mostAsked = 2_000;
/** UTF-16 units. */
const mostText = 64 * 1024 * 1024;

const taskOfPath = (state: State, path: Path): TaskId | null => {
  const name = /^tasks\/([^/]+)\.json$/u.exec(path)?.[1] ?? null;
  return name === "verify" ? state.verifyId : name;
};

const openEdit = (state: State, edit: Edit): Open | Refusal => {
  const { path, text } = edit;
  const task = taskOfPath(state, path);
  if (text === null || (task === null && path !== "session.json" && path !== "context.json"))
    return refuse("EDIT_UNREAD", `nothing reads edits of ${path}`, {
      path,
      fits: "session.json, context.json, or a file in tasks/",
    });
  if (task !== null && task === state.verifyId && path !== "tasks/verify.json")
    return refuse(
      "VERIFY_RESERVED",
      `the verify task's file is tasks/verify.json, whatever its id`,
      { path, fits: "an edit of that one" },
    );
  const root = openJson(path, text, mostText);
  if (isRefusal(root)) return root;
  const edited = { path, text, root };
  return { edit, edited, whole: wholeOf(path, text, root), task };
};

/** What it waits for comes first, as far as that goes. */
const inOrder = (fresh: readonly Open[]): readonly Open[] => {
  // More than any plan has: each is refused anyway.
  if (fresh.length > mostFresh) return fresh;
  const left = [...fresh];
  const sorted: Open[] = [];
  while (left.length > 0) {
    const names = new Set(left.map(({ task }) => task));
    const waits = (open: Open): boolean => {
      const blockers = member(open.edited.root, "blocked_by");
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
const proposes = ({ rest = [] }: Read): boolean =>
  rest.some(({ command }) => command.type === "ProposePlan");

/** One walk over all edits on one copy of the state. `no`: what was found against a file in an earlier walk. */
const walk = (
  state: State,
  opened: readonly Open[],
  gone: readonly Edit[],
  how: { at: Time; log: Log; no: ReadonlyMap<Path, Refusal> },
): { readonly taken: readonly Taken[]; readonly removed: readonly Admitted[] } => {
  const { at, log, no } = how;
  const formers = createFormers();
  let said: ReturnType<typeof claimedBefore> | null = null;
  let written: Readonly<Record<Path, string>> | null = null;
  const standing = (path: Path): string | null => (written ??= write(state, log))[path] ?? null;
  const once = (read: Read): Reading<State, UltraworkCommand> => {
    const whole = bounded(read, mostAsked);
    if (whole.claims.length === 0) return whole;
    const began = new Set(whole.begins.flatMap(({ unit }) => unit ?? []));
    return { ...whole, claims: unsaid(whole.claims, (said ??= claimedBefore(log)), began) };
  };
  const taken: Taken[] = [];
  let now = state;

  const take = (
    open: Open,
    asks: (before: Former) => { readonly read: Read; readonly wants?: Wants },
  ): void => {
    const { path } = open.edit;
    const attempt = (before: Former): Taken => {
      const { read, wants = noWants } = asks(before);
      return {
        ...admission(path, once(read), now, applyTo(open.edited, at), no.get(path) ?? null),
        open,
        read,
        wants,
      };
    };
    const outcome = againstFormers(
      formers,
      open.edit,
      open.edited.root,
      () => standing(path),
      attempt,
    );
    now = outcome.state;
    taken.push(outcome);
  };

  const context = opened.filter(({ edit }) => edit.path === "context.json");
  const known = opened
    .filter(({ task }) => task !== null && ownOf(state.tasks, task) !== undefined)
    .toSorted(byName);
  const fresh = inOrder(
    opened
      .filter(({ task }) => task !== null && ownOf(state.tasks, task) === undefined)
      .toSorted(byName),
  );
  const session = opened.filter(({ edit }) => edit.path === "session.json");

  for (const open of context)
    take(open, (before) => ({ read: contextAsked(now, before.root, open.whole) }));
  const removed = removals(state, gone);
  const dropped: Admitted[] = [];
  for (const { path, asked } of removed) {
    const edited = { path, text: "", root: { is: "null", at: 0, end: 0 } } as const;
    const outcome = admission<State, UltraworkCommand>(
      path,
      joined([{ rest: [asked] }]),
      now,
      applyTo(edited, at),
    );
    now = outcome.state;
    dropped.push(...(outcome.refused === null ? outcome.admitted : []));
  }
  for (const open of fresh) take(open, () => ({ read: newTask(now, open.whole, open.task) }));
  for (const open of known) {
    take(open, (before) => {
      const task = open.task === null ? undefined : ownOf(now.tasks, open.task);
      if (task === undefined)
        return { read: { findings: [refuse("TASK_UNKNOWN", "the task is gone")] } };
      const place = { file: open.edit.path, pointer: "", known: taskKeys, other: noWants };
      return taskAsked(now, { task, before: before.root, after: open.whole, ...place });
    });
  }
  const wants = new Map(
    taken.flatMap((one) =>
      one.open.task === null || one.refused !== null ? [] : [[one.open.task, one.wants] as const],
    ),
  );
  for (const one of taken)
    if (one.open.task !== null && one.refused !== null)
      wants.set(one.open.task, { ...noWants, said: one.wants.said });
  const lost = taken.flatMap(({ open, refused }) =>
    fresh.includes(open) && refused !== null ? (refused.more ?? [refused]) : [],
  );
  const files = new Map(
    fresh.flatMap((open) => (open.task === null ? [] : [[open.task, open.whole] as const])),
  );
  for (const open of session)
    take(open, (before) => {
      const read = sessionAsked(now, {
        before: before.root,
        former: before.text,
        after: open.whole,
        log,
        wants,
        fresh: files,
      });
      // A plan without the tasks that were refused is not the one that was meant.
      return { read: proposes(read) ? joined([read, { findings: lost }]) : read };
    });
  return { taken, removed: dropped };
};

/** Files that are not taken because of what stands in session.json: they say another thing, or belong to a plan that is refused. */
const against = (state: State, taken: readonly Taken[]): ReadonlyMap<Path, Refusal> => {
  const no = new Map<Path, Refusal>();
  const session = taken.find(({ open }) => open.edit.path === "session.json");
  if (session === undefined || session.refused === null) return no;
  const { refused, read } = session;
  const all = refused.more ?? [refused];
  const apart = all.filter(({ code }) => code === "EDIT_AMBIGUOUS");
  for (const one of apart) {
    const file = taken.find((other) => other.open.task !== null && other.open.task === one.unit);
    if (file !== undefined && file.refused === null)
      no.set(file.open.edit.path, {
        ...one,
        path: file.open.edit.path,
        pointer: "",
        line: 1,
        column: 1,
      });
  }
  const planned = taken.filter(
    (one) =>
      one.open.task !== null &&
      ownOf(state.tasks, one.open.task) === undefined &&
      one.refused === null,
  );
  if (proposes(read))
    for (const one of planned) no.set(one.open.edit.path, refuseAll(all) ?? refused);
  if (no.size > 0) no.set("session.json", refused);
  return no;
};

/** What edits of the run's files mean; never throws, whatever stands in them. */
export const admit = (
  state: State,
  edits: readonly Edit[],
  facts: Facts,
  log: Log,
): readonly Admitted[] => {
  const free = edits
    .filter(({ path }) => isFree(path))
    .map(({ path }) => documented(path, state, facts));
  const own = edits.filter(({ path }) => !isFree(path));
  const gone = own.filter(({ text }) => text === null);
  // The notice of a refusal is only the engine's, and an emptied file is written again: nothing to explain.
  const unread = own.filter(
    ({ path, text }) => path === refusedFile || (text !== null && isBlank(text)),
  );
  const rest = own.filter((edit) => edit.text !== null && !unread.includes(edit));
  if (state.archived) {
    const archived = refuse("RUN_ARCHIVED", "the run is archived: its files tell what was", {
      fits: `a person: \`cairn unarchive ${state.run}\``,
    });
    return [
      ...free,
      ...[...gone, ...unread].map(({ path }) => silent(path)),
      ...rest.map(({ path }) => notTaken(path, { ...archived, path })),
    ];
  }
  const read = rest.map((edit) => ({ edit, open: openEdit(state, edit) }));
  const opened = read.flatMap(({ open }) => (isRefusal(open) ? [] : [open]));
  const broken = read.flatMap(({ edit, open }) =>
    isRefusal(open) ? [notTaken(edit.path, open)] : [],
  );
  const how = { at: facts.at, log };
  const first = walk(state, opened, gone, { ...how, no: new Map() });
  const no = against(state, first.taken);
  const { taken, removed } = no.size === 0 ? first : walk(state, opened, gone, { ...how, no });
  const left = gone
    .filter(({ path }) => !removed.some((one) => one.path === path))
    .map(({ path }) => silent(path));
  return refusalsLast([
    ...free,
    ...unread.map(({ path }) => silent(path)),
    ...left,
    ...removed,
    ...taken.flatMap(({ admitted }) => admitted),
    ...broken,
  ]);
};
