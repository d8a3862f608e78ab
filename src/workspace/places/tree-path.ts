// Paths of names in a working tree: as bytes, and whether a link lies on their way.
import { lstatSync } from "node:fs";

export const pathOf = (tree: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${tree}/`), Buffer.from(name, "latin1")]);

/** Whether a name's parent folder is a link: then the name doesn't exist. */
export const linkLook = (tree: string): ((name: string) => boolean) => {
  const known = new Map<string, boolean>();
  const isBehind = (name: string): boolean => {
    const end = name.lastIndexOf("/");
    if (end === -1) return false;
    const folder = name.slice(0, end);
    const told = known.get(folder);
    if (told !== undefined) return told;
    const found =
      isBehind(folder) ||
      lstatSync(pathOf(tree, folder), { throwIfNoEntry: false })?.isDirectory() === false;
    known.set(folder, found);
    return found;
  };
  return isBehind;
};
