// Reason why a program that lies on PATH isn't used.
import { isApart, isOfWork, type ProgramLook } from "./program-path.ts";

/** An existing program that isn't used. */
export type Refused = { readonly file: string; readonly why: string };

const whyNot = (folder: string, found: string, root: string): string => {
  if (isOfWork(folder, root))
    return `it lies in the working tree ${root}, where an agent could replace it`;
  return isApart(folder, root)
    ? `it leads to ${found}, in the working tree, where an agent could replace it`
    : "PATH names its folder by a relative path";
};

/** The first match on PATH, used or not, if `programOnPath` finds none; null if there is none. */
export const refusedOnPath = (
  name: string,
  path: string,
  { root, delimiter, real }: ProgramLook,
): Refused | null => {
  for (const folder of path.split(delimiter).filter((one) => one !== "")) {
    const file = `${folder.replace(/\/+$/u, "")}/${name}`;
    const found = real(file);
    if (found !== null) return { file, why: whyNot(folder, found, root) };
  }
  return null;
};
