// Writer of ultrawork's session folder: file names, keys and order.
import { refusedFile, refusedText } from "../../core/refused-edit.ts";
import type { Path, Recorded } from "../../core/row.ts";
import { contextFile } from "./files/context.ts";
import { sessionFile } from "./files/session.ts";
import { taskFiles } from "./files/tasks.ts";
import type { UltraworkEvent } from "./events.ts";
import type { State } from "./state.ts";

export { notice, noticed, recordedDocuments } from "./files/documents.ts";

/** Every file that the engine owns; it leaves free documents and other files in the folder alone. */
export const write = (
  state: State,
  log: readonly Recorded<UltraworkEvent>[],
): Readonly<Record<Path, string>> => ({
  "session.json": sessionFile(state, log),
  ...taskFiles(state),
  "context.json": contextFile(state),
  ...(state.refused === null ? {} : { [refusedFile]: refusedText(state.run, state.refused) }),
});
