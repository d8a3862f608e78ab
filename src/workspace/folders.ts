// Listing of folders in a working tree that hold a file of a name: they look like a run's.
import { join } from "node:path";
import { isFolder, isPlainFile, namesIn } from "./disk/look.ts";
import type { Folders } from "./workspace.ts";

export const folders: Folders = {
  foldersWith: async (parent, file, name) =>
    (name === undefined ? namesIn(parent) : [name]).filter(
      (one) => isFolder(join(parent, one)) && isPlainFile(join(parent, one, file)),
    ),
};
