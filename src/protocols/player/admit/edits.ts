// Why: all edits of one look are read together, each whole or not at all, against the copy that it can have been made from.
import { type Admission, admission, amongFormer, joined } from "../../../core/admission.ts";
import type { Admitted, Edit } from "../../../core/dialect.ts";
import { digest } from "../../../core/hash.ts";
import { createFormers, type Former } from "../../../core/formers.ts";
import { readJson } from "../../../core/json.ts";
import { wholeOf } from "../../../core/part.ts";
import type { Facts } from "../../../core/protocol.ts";
import { isRefusal, refuse, type Refusal } from "../../../core/refusal.ts";
import { refusedFile } from "../../../core/refused-edit.ts";
import type { Path } from "../../../core/row.ts";
import { write } from "../files.ts";
import { stateFile } from "../files/session.ts";
import type { PlayerCommand } from "../messages.ts";
import { workIds, workState } from "../nodes.ts";
import { outputFile, templateFile } from "../place.ts";
import type { State } from "../state.ts";
import type { Read } from "./asks.ts";
import { sessionAsked } from "./session.ts";
import { snapshotAsked } from "./snapshot.ts";
import { applyTo } from "./trial.ts";

/** Commands of one file; more is no edit by hand. */
const mostAsked = 4_000;
/** UTF-16 units. */
const mostText = 16 * 1024 * 1024;

const isBlank = (text: string): boolean => text.trim().replace(/^\u{feff}/u, "") === "";

const bounded = (read: Read): Read => {
  const many = (read.rest ?? []).length;
  if (many <= mostAsked) return read;
  return {
    findings: [
      refuse("FIELD_OVERSIZED", `the edit asks ${many} things at once, and ${mostAsked} is the most`, { fits: "several smaller edits" }),
    ],
  };
};

const notReadBack = (state: State, path: Path): Refusal => {
  if (path === templateFile)
    return refuse("TEMPLATE_PINNED", "the run plays the template as it was pinned; this copy is the engine's", {
      path,
      fits: `edit the template itself, then a person: \`cairn send ${state.run} RepinTemplate --template PATH\``,
    });
  if (path.startsWith("artifacts/"))
    return refuse("OUTPUT_IMMUTABLE", "what a node said is on record, and this file shows it", {
      path,
      fits: "another file beside it; a rollback plays the node anew",
    });
  return refuse("EDIT_UNREAD", `nothing reads edits of ${path}`, { path, fits: stateFile });
};

/** What an agent wrote in the attempt before, which is on record in whole and has made way for what the last one said. */
const isOutgrown = (state: State, path: Path, text: string): boolean =>
  workIds(state).some((id) => outputFile(id) === path && workState(state, id)?.last?.output === digest(text));

const session = (state: State, { path, former }: Edit, text: string, facts: Facts): Admission<State> => {
  const no = (refused: Refusal): Admission<State> => ({ state, admitted: [{ path, commands: [], by: null, refused }], refused });
  if (text.length > mostText)
    return no(refuse("FILE_BROKEN", `${path} has ${text.length} characters`, { path, line: 1, column: 1, fits: `at most ${mostText}` }));
  const root = readJson(text);
  if (isRefusal(root)) return no({ ...root, path, fits: "one JSON value, as the file had it" });
  const edited = { path, text, root };
  const formers = createFormers();
  const attempt = (before: Former): Admission<State> =>
    admission<State, PlayerCommand>(
      path,
      joined([bounded(sessionAsked(state, before.root, wholeOf(path, text, root), facts))]),
      state,
      applyTo(edited, facts.at, facts.root),
    );
  const from = (): Admission<State> => attempt(formers.of(write(state)[path] ?? null) ?? { text: "", root: { is: "null", at: 0, end: 0 } });
  return amongFormer(
    former(),
    (before, newer) => {
      const read = formers.of(before);
      if (read === null) return newer.length === 0 ? from() : null;
      return newer.length > 0 && formers.isLater(root, read, newer) ? null : attempt(read);
    },
    from,
  );
};

/** What edits of the run's files mean; never throws, whatever stands in them. */
export const admit = (state: State, edits: readonly Edit[], facts: Facts): readonly Admitted[] => {
  let now = state;
  const list: Admitted[] = [];
  const silent = (path: Path): void => void list.push({ path, commands: [], by: null, refused: null });
  const rest: (Edit & { readonly text: string })[] = [];
  // refused.md is only the engine's notice; a file that is gone or emptied is written again: nothing to explain.
  for (const { path, text, former } of edits)
    if (path === refusedFile || text === null || isBlank(text)) silent(path);
    else rest.push({ path, text, former: () => former() });
  for (const edit of rest.filter(({ path }) => path === stateFile)) {
    const taken = session(now, edit, edit.text, facts);
    now = taken.state;
    list.push(...taken.admitted);
  }
  for (const { path, text } of rest.filter(({ path }) => path !== stateFile)) {
    if (isOutgrown(now, path, text)) {
      silent(path);
      continue;
    }
    const asked = path.startsWith("checkpoints/") ? snapshotAsked(now, path, text) : notReadBack(state, path);
    const taken = isRefusal(asked) ? { commands: [], refused: asked } : { commands: asked, refused: null };
    list.push({ path, by: null, ...taken });
  }
  // A refusal is told last: what is admitted after it would take its notice away.
  return [...list.filter(({ refused }) => refused === null), ...list.filter(({ refused }) => refused !== null)];
};
