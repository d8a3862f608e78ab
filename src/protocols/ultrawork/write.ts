// Writer of ultrawork's session folder; it leaves free documents and other files in it alone.
import { refusedFile, refusedText } from "../../core/refused-edit.ts";
import type { Path } from "../../core/row.ts";
import type { Work } from "../../work/work.ts";
import { contextFile } from "./documents/context.ts";
import type { Log } from "./documents/log.ts";
import { sessionFile } from "./documents/session.ts";
import { taskFiles } from "./documents/task.ts";

export const write = (state: Work, log: Log): Readonly<Record<Path, string>> => ({
  "session.json": sessionFile(state, log),
  ...taskFiles(state, log),
  "context.json": contextFile(state),
  ...(state.refused === null ? {} : { [refusedFile]: refusedText(state.run, state.refused) }),
});
