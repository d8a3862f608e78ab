// Why: hand edits of the engine's files are not read by this version; they are refused in plain words, never overwritten in silence.
import type { Admitted, Edit } from "../../../core/dialect.ts";
import type { Facts } from "../../../core/protocol.ts";
import { refuse } from "../../../core/refusal.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import type { UltraworkCommand } from "../messages.ts";
import { place } from "../place.ts";
import type { State } from "../state.ts";

/** Documents that agents and people write freely: only that they changed is recorded. */
const isFree = (path: Path): boolean => path === "design.md" || /^exploration\/[^/]+\.md$/u.test(path);

const hint = (path: Path): string => {
  if (path.startsWith("tasks/"))
    return "`cairn report` for a finished task, `cairn send RUN EditTask …`, `ClaimEvidence …` or `ClaimDone …`";
  if (path === "context.json") return "`cairn send RUN RecordExploration …`";
  return "`cairn send RUN COMMAND …`, `cairn pause`, `cairn decide` (`cairn schema` lists the commands)";
};

const unread = (path: Path): Refusal =>
  refuse(
    "EDIT_UNREAD",
    `this version doesn't read hand edits of the engine's own files yet: the bytes are kept aside and the file is written anew from the ledger. Say it by ${hint(path)}`,
    { path },
  );

const documented = (path: Path, state: State, facts: Facts): readonly UltraworkCommand[] => {
  const digest = facts.files[path]?.digest ?? facts.files[`${place(state)}/${path}`]?.digest ?? null;
  return digest === null || state.documents[path] === digest ? [] : [{ type: "RecordDocument", data: { path, digest } }];
};

/** refused.md is only the engine's notice: put back, nothing to explain. A missing file is written again: no edit either. */
export const admit = (state: State, edits: readonly Edit[], facts: Facts): readonly Admitted[] =>
  edits.map(({ path, text }) => {
    if (isFree(path)) return { path, commands: documented(path, state, facts), by: null, refused: null };
    const nothing = path === "refused.md" || text === null || text.trim() === "";
    return { path, commands: [], by: null, refused: nothing ? null : unread(path) };
  });
