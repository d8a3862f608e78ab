// List of all fuzzed readers, with the distribution of cases: the quick ones get most.
import type { Reader } from "./reader.ts";
import { coreReaders } from "./readers/core.ts";
import { editReaders } from "./readers/edits.ts";
import { folderReaders } from "./readers/folders.ts";
import { iterativeReaders } from "./readers/iterative.ts";
import { ledgerReaders } from "./readers/ledger.ts";
import { messageReaders } from "./readers/messages.ts";
import { pathReaders } from "./readers/paths.ts";
import { ralphReaders } from "./readers/ralph.ts";
import { reportReaders } from "./readers/reports.ts";
import { spoolReaders } from "./readers/spool.ts";

export const readers: readonly Reader[] = [
  ...coreReaders,
  ...spoolReaders,
  ...pathReaders,
  ...ledgerReaders,
  ...messageReaders,
  ...reportReaders,
  ...editReaders,
  ...folderReaders,
  ...iterativeReaders,
  ...ralphReaders,
];
