// Listing of folders and files in a working tree by name, for folders that look like a run's.
import { join } from "node:path";
import { isFolder, namesIn } from "./disk/look.ts";
import type { Folders } from "./workspace.ts";

export const folders: Folders = {
  foldersWith: async (parent, file) =>
    namesIn(parent).filter(
      (name) => isFolder(join(parent, name)) && namesIn(join(parent, name)).includes(file),
    ),
  filesIn: async (folder, ending) =>
    namesIn(folder).filter((name) => !name.startsWith(".") && name.endsWith(ending)),
};
