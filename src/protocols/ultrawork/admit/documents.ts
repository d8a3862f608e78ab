// Edits of free documents in an ultrawork folder: only the change is recorded.
import type { Admitted } from "../../../core/dialect.ts";
import type { Facts } from "../../../core/protocol.ts";
import type { Path } from "../../../core/row.ts";
import { place } from "../place.ts";
import type { State } from "../state.ts";

export const isFree = (path: Path): boolean =>
  path === "design.md" || /^exploration\/[^/]+\.md$/u.test(path);

export const documented = (path: Path, state: State, facts: Facts): Admitted => {
  const digest =
    facts.files[path]?.digest ?? facts.files[`${place(state)}/${path}`]?.digest ?? null;
  const known = digest === null || state.documents[path] === digest;
  return {
    path,
    commands: known ? [] : [{ type: "RecordDocument", data: { path, digest } }],
    by: null,
    refused: null,
  };
};
