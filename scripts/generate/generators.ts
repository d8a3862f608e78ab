// List of all generators of files made from the code.
import { cacheStores } from "./cache-stores.ts";
import { checkFilesPage } from "./check-files.ts";
import { cliReference } from "./cli-reference.ts";
import { codeMap } from "./code-map.ts";
import { httpReference } from "./http.ts";
import { keptFolders } from "./kept-folders.ts";
import { liesPage } from "./lies.ts";
import { limitsPage } from "./limits.ts";
import { commandReference, eventReference } from "./message-reference.ts";
import { readmeParts } from "./readme.ts";
import { refusalReference } from "./refusals.ts";
import { schemas } from "./schemas.ts";
import { tokenTable } from "./token-table.ts";

/** `path`: from the repository's top. `make` gives the file's whole text. */
export type Generator = { readonly path: string; readonly make: () => Promise<string> };

/** What is committed, so that it can be read where nothing was built. */
export const generators: readonly Generator[] = [
  tokenTable,
  cliReference,
  commandReference,
  eventReference,
  refusalReference,
  liesPage,
  checkFilesPage,
  limitsPage,
  keptFolders,
  cacheStores,
  readmeParts,
  httpReference,
];

/** What is made anew wherever it is wanted, and by the package's build. */
export const built = async (): Promise<readonly Generator[]> => [codeMap, ...(await schemas())];
