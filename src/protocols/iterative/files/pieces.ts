// Composition of a document from blocks: unknown blocks return behind their former neighbour.
import type { Extras } from "../../../core/kept-extras.ts";
import type { Path } from "../../../core/row.ts";
import type { State } from "../state.ts";

/** `anchor`: by which unknown blocks name it. `loose`: an empty line stands before it. */
export type Piece = { readonly anchor: string; readonly text: string; readonly loose: boolean };

export const loose = (anchor: string, text: string): Piece => ({ anchor, text, loose: true });
export const tight = (anchor: string, text: string): Piece => ({ anchor, text, loose: false });

const isLoose = (kind: string): boolean => kind === "section" || kind === "text";

/** Joined once: a document may have megabytes, and each copy of it costs as many. */
const joined = (pieces: readonly Piece[]): string =>
  [
    ...pieces.flatMap((piece, index) => [
      index === 0 ? "" : piece.loose ? "\n\n" : "\n",
      piece.text,
    ]),
    "\n",
  ].join("");

/** The whole document. Unknown sections whose anchor is gone come last; labels and bullets go with their block. */
export const composed = (
  { extras }: Pick<State, "extras">,
  file: Path,
  pieces: readonly Piece[],
): string => {
  const own = extras.filter((extra) => extra.file === file);
  if (own.length === 0) return joined(pieces);
  const by = Map.groupBy(own, ({ pointer }) => pointer);
  const piecesOf = (extra: Extras): readonly Piece[] =>
    extra.entries.map(([kind, text]) => ({ anchor: "", text, loose: isLoose(kind) }));
  const behind = (anchor: string): readonly Piece[] =>
    anchor === "" ? [] : (by.get(anchor) ?? []).flatMap(piecesOf);
  const anchors = new Set(pieces.map(({ anchor }) => anchor));
  const lost = own
    .filter(({ pointer }) => !anchors.has(pointer))
    .flatMap((extra) => piecesOf(extra).filter((piece) => piece.loose));
  const placed = pieces.flatMap((piece) => [piece, ...behind(piece.anchor)]);
  // What follows a paragraph without an empty line would be read as part of it.
  const apart = placed.map((piece, index) =>
    placed[index - 1]?.anchor === "" && placed[index - 1]?.loose === true
      ? { ...piece, loose: true }
      : piece,
  );
  return joined([...apart, ...lost]);
};
