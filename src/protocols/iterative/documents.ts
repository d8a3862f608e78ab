// Documents in a run's own folders: recorded in the ledger, as no commit contains them.
import { digest } from "../../core/hash.ts";
import type { FreeDocument } from "../../core/protocol.ts";
import type { Digest, Path } from "../../core/row.ts";
import type { State } from "./state.ts";
import { freeFolders, place } from "./units.ts";

/** Converts a path from the root to one from the run's folder; null if it is in none of the agents' folders there. */
export const freePath = (state: Pick<State, "slug" | "archive">, path: Path): Path | null => {
  const folder = `${place(state)}/`;
  const rest = path.startsWith(folder) ? path.slice(folder.length) : "";
  return rest.includes("/") && freeFolders.includes(rest.split("/")[0] ?? "") ? rest : null;
};

type Texts = Readonly<Record<Path, string | null>>;

/** Digests of the given texts by their paths from the run's folder; empty if there are none. */
export const documentsIn = (
  state: Pick<State, "slug" | "archive">,
  files: Texts | undefined,
): { readonly documents?: Readonly<Record<Path, Digest>> } => {
  const found = Object.entries(files ?? {}).flatMap(([path, text]) => {
    const free = freePath(state, path);
    return free === null || text === null ? [] : [[free, digest(text)] as const];
  });
  return found.length === 0 ? {} : { documents: Object.fromEntries(found) };
};

export const withDocuments = (
  state: State,
  documents: Readonly<Record<Path, Digest>> | undefined,
): State =>
  documents === undefined ? state : { ...state, documents: { ...state.documents, ...documents } };

export const recordedDocuments = (state: State): Readonly<Record<Path, FreeDocument>> =>
  Object.fromEntries(
    Object.entries(state.documents ?? {}).map(([path, name]) => [
      `${place(state)}/${path}`,
      { digest: name },
    ]),
  );
