// Why: the dialect of the session folder (its file names, keys and their order) lives here and below files/, nowhere else.
import type { Ask, FreeDocument } from "../../core/protocol.ts";
import { refusedFile, refusedText } from "../../core/refused-edit.ts";
import type { Path } from "../../core/row.ts";
import { checkpointFiles, sessionFile, stateFile } from "./files/session.ts";
import { isDone, workIds, workState } from "./nodes.ts";
import { outputFile, place, templateFile } from "./place.ts";
import type { State } from "./state.ts";

/** What nodes said; a file that its agent wrote itself stays the agent's. */
const outputs = (state: State): Readonly<Record<Path, string>> =>
  Object.fromEntries(
    workIds(state).flatMap((id) => {
      const output = workState(state, id)?.output ?? null;
      return output === null || output.by === "agent" ? [] : [[outputFile(id), output.text] as const];
    }),
  );

/** Every file that the engine owns; whatever else lies in the folder is left alone. */
export const write = (state: State): Readonly<Record<Path, string>> => ({
  [stateFile]: sessionFile(state),
  ...checkpointFiles(state),
  ...(state.template.body === null && state.template.text === "" ? {} : { [templateFile]: state.template.text }),
  ...outputs(state),
  ...(state.refused === null ? {} : { [refusedFile]: refusedText(state.run, state.refused) }),
});

/** What nodes may have written that a hand now says are done. */
export const notice = (state: State): Ask => ({
  files: workIds(state)
    .filter((id) => !isDone(state.nodes[id]))
    .map((id) => `${place(state)}/${outputFile(id)}`),
});

/** What nodes that are done wrote themselves, as it is handed on: at most 32 KiB of it. */
export const documents = (state: State): Readonly<Record<Path, FreeDocument>> =>
  Object.fromEntries(
    workIds(state).flatMap((id) => {
      const output = isDone(state.nodes[id]) ? (workState(state, id)?.output ?? null) : null;
      return output?.by === "agent" ? [[`${place(state)}/${outputFile(id)}`, { text: output.text }] as const] : [];
    }),
  );
