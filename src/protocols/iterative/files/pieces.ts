// Composition of a document from blocks: unknown blocks return behind their former neighbour.
import type { Extras } from "../../../kit/document/unknown-keys.ts";
import type { Path } from "../../../core/row.ts";
import type { State } from "../state.ts";

/** `anchor`: name of the block for unknown blocks after it. `loose`: preceded by an empty line. */
export type Piece = { readonly anchor: string; readonly text: string; readonly loose: boolean };

export const loose = (anchor: string, text: string): Piece => ({ anchor, text, loose: true });
export const tight = (anchor: string, text: string): Piece => ({ anchor, text, loose: false });

const isLoose = (kind: string): boolean => kind === "section" || kind === "text";

/** Joined once, because a document may have megabytes, and each copy costs as much. */
const joined = (pieces: readonly Piece[]): string =>
  [
    ...pieces.flatMap((piece, index) => [
      index === 0 ? "" : piece.loose ? "\n\n" : "\n",
      piece.text,
    ]),
    "\n",
  ].join("");

/** The whole document. Unknown sections without their anchor come last; labels and bullets disappear with their block. */
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
  // Text directly after a paragraph would become part of it, so an empty line is added.
  const apart = placed.map((piece, index) =>
    placed[index - 1]?.anchor === "" && placed[index - 1]?.loose === true
      ? { ...piece, loose: true }
      : piece,
  );
  return joined([...apart, ...lost]);
};
