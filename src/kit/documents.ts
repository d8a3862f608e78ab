// Documents of a run as declarations: what each one shows, and what an edit of it asks.
import type { Command, Protocol } from "../core/protocol.ts";
import type { Refusal } from "../core/refusal.ts";
import { type RefusedEdit, refusedFile, refusedText } from "./edits/refused-edit.ts";
import type { Path, Recorded, Time } from "../core/row.ts";

/** @member before the text that was last written there */
export type Edited = { readonly path: Path; readonly text: string; readonly before: string };

export type RunDocument<S> = {
  /** All names that it may have in a run's folder. */
  readonly names: readonly [Path, ...Path[]];
  /** Its name in this run; default: the first one. */
  path?(state: S): Path;
  /** Returns null if the file shouldn't exist. */
  write(state: S, log: readonly Recorded[]): string | null;
  /** The commands that an edit means, all or none. */
  edited(state: S, edit: Edited, log: readonly Recorded[]): readonly Command[] | Refusal;
};

export type Documented = {
  readonly run: string;
  readonly updatedAt: Time;
  readonly refused: RefusedEdit | null;
};
export const pathOf = <S>({ names, path }: RunDocument<S>, state: S): Path =>
  path?.(state) ?? names[0];
/** A path below the run's folder, relative to the root. */
export const belowFolder = (folder: Path, path: Path): Path =>
  folder === "." ? path : `${folder}/${path}`;
/** An absolute folder, relative to the root: another machine has another one. */
export const belowRootOf = (root: Path, folder: Path): Path => {
  const inside = root.endsWith("/") ? root : `${root}/`;
  if (`${folder}/` === inside) return ".";
  return folder.startsWith(inside) ? folder.slice(inside.length) : folder;
};
/** All files of a run, with the notice of the last refused edit. */
export const writerOf =
  <S extends Documented>(documents: readonly RunDocument<S>[]): Protocol<S>["write"] =>
  (state, log) => ({
    ...Object.fromEntries(
      documents.flatMap((document) => {
        const text = document.write(state, log);
        return text === null ? [] : [[pathOf(document, state), text]];
      }),
    ),
    ...(state.refused === null ? {} : { [refusedFile]: refusedText(state.run, state.refused) }),
  });
