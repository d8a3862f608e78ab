// Reader of all edits of one scan: each taken or refused whole.
import { type Admission, admission } from "../../../kit/edits/admission.ts";
import type { Admitted, Edit } from "../../../core/run-files.ts";
import {
  admittedInTurn,
  bounded,
  notTaken,
  openJson,
  silent,
  type TextEdit,
} from "../../../kit/edits/edits.ts";
import { digest } from "../../../core/hash.ts";
import { type JsonNode, readJson } from "../../../core/json/json.ts";
import { wholeOf } from "../../../kit/document/part.ts";
import type { Facts } from "../../../core/protocol.ts";
import { isRefusal, refuse, type Refusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { write } from "../files.ts";
import { stateFile } from "../files/session.ts";
import { workIds, workState } from "../nodes.ts";
import { outputFile, templateFile } from "../place.ts";
import type { State } from "../state.ts";
import { keptOutput } from "../template/kept-output.ts";
import { sessionAsked } from "./session.ts";
import { snapshotAsked } from "./snapshot.ts";
import { applyTo } from "./trial.ts";

/** Maximum commands from one file; more than that is not a hand edit. */
const mostAsked = 4_000;
/** In UTF-16 units. */
const mostText = 16 * 1024 * 1024;

const notReadBack = (state: State, path: Path): Refusal => {
  if (path === templateFile)
    return refuse(
      "TEMPLATE_PINNED",
      "the run plays the template as it was pinned; this copy is the engine's",
      {
        path,
        fits: `edit the template itself, then a person: \`cairn stop ${state.run}\` and \`cairn send ${state.run} RepinTemplate --template ${state.template.path}\``,
      },
    );
  if (path.startsWith("artifacts/"))
    return refuse("OUTPUT_IMMUTABLE", "what a node said is on record, and this file shows it", {
      path,
      fits: "another file beside it; a rollback plays the node anew",
    });
  return refuse("EDIT_UNREAD", `nothing reads edits of ${path}`, { path, fits: stateFile });
};

/** Checks whether the text is output of an earlier or doubtful attempt. That output is already recorded, and later output replaced it. */
const isOutgrown = (state: State, path: Path, text: string): boolean =>
  workIds(state).some((id) => {
    const node = outputFile(id) === path ? workState(state, id) : null;
    return [node?.last?.output, node?.left].includes(digest(keptOutput(text)));
  });

const nothing: JsonNode = { is: "null", at: 0, end: 0 };
const session = (
  state: State,
  { path, text, before }: TextEdit,
  facts: Facts,
): Admission<State> => {
  const root = openJson(path, text, mostText);
  if (isRefusal(root)) return { state, admitted: [notTaken(path, root)], refused: root };
  const whole = wholeOf(path, text, root);
  const read = readJson(before ?? write(state)[path] ?? "");
  const base = isRefusal(read) ? nothing : read;
  return admission(
    path,
    bounded(sessionAsked(state, base, whole, facts), mostAsked),
    state,
    applyTo(whole, facts),
  );
};

/** Any other file than the session: its content is recorded already, or refused. */
const other = (state: State, { path, text }: TextEdit): Admitted => {
  if (isOutgrown(state, path, text)) return silent(path);
  const asked = path.startsWith("checkpoints/")
    ? snapshotAsked(state, path, text)
    : notReadBack(state, path);
  return isRefusal(asked)
    ? notTaken(path, asked)
    : { path, commands: asked, by: null, refused: null };
};

/** Translates edits of the run's files into commands; never throws, whatever the files contain. */
export const admit = (state: State, edits: readonly Edit[], facts: Facts): readonly Admitted[] => {
  const isOther = ({ path }: Edit): number => Number(path !== stateFile);
  const sorted = edits.toSorted((a, b) => isOther(a) - isOther(b));
  return admittedInTurn(state, sorted, (now, edit) =>
    edit.path === stateFile
      ? session(now, edit, facts)
      : { state: now, admitted: [other(now, edit)] },
  );
};
