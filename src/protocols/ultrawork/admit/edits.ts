// Admission of hand edits of a session's files, all of one look together: what two files ask alike counts once, what they ask apart is refused.
import type { Admitted, Edit } from "../../../core/dialect.ts";
import { notTaken, openJson, refusalsLast, silent, textEdit } from "../../../core/edits.ts";
import { ownOf } from "../../../core/own.ts";
import { wholeOf } from "../../../core/part.ts";
import type { Facts } from "../../../core/protocol.ts";
import { isRefusal, type Refusal, refuse, refuseAll } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import type { State, TaskId } from "../state.ts";
import { documented, isFree } from "./documents.ts";
import { type Log, type Open, proposes, type EditWalk, walk } from "./walk.ts";

/** In UTF-16 units. */
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
  return { edit, whole: wholeOf(path, text, root), task };
};

/** Files refused because of session.json: they contradict it, or belong to a refused plan. */
const against = (state: State, taken: readonly EditWalk[]): ReadonlyMap<Path, Refusal> => {
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

/** Translates edits of the run's files into commands; never throws, whatever the files contain. */
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
  const rest = own.filter((edit) => textEdit(edit) !== null);
  const unread = own.filter((edit) => edit.text !== null && !rest.includes(edit));
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
