// Why: hand edits of the engine's files are not read by this version; they are refused in plain words, never overwritten in silence.
import type { Admitted, Edit } from "../../../core/dialect.ts";
import { refuse } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { templateFile } from "../place.ts";

const code = (path: Path): string => {
  if (path.startsWith("checkpoints/")) return "SNAPSHOT_IMMUTABLE";
  if (path === templateFile) return "TEMPLATE_PINNED";
  return path.startsWith("artifacts/") ? "OUTPUT_IMMUTABLE" : "EDIT_UNREAD";
};

/** refused.md is only the engine's notice: put back, nothing to explain. A missing file is written again: no edit either. */
export const admit = (edits: readonly Edit[]): readonly Admitted[] =>
  edits.map(({ path, text }) => {
    const nothing = path === "refused.md" || text === null || text.trim() === "";
    const why =
      "the engine owns this file: the bytes are kept aside and it is written anew from the ledger. Say it by `cairn send RUN COMMAND …`";
    return { path, commands: [], by: null, refused: nothing ? null : refuse(code(path), why, { path }) };
  });
