// Why: a run that another ledger holds must be told from one that was removed, so each ledger that anchors here says once where it is.
import { join } from "node:path";
import { makeFile, replaceFile } from "./disk/atomic.ts";
import { onDisk } from "./disk/fault.ts";
import { trimmedText } from "./disk/look.ts";
import { makeFolder } from "./disk/make-folder.ts";
import { makeHome } from "./home.ts";

const placeOf = (home: string, id: string): string | null => (/^[0-9a-z]{1,40}$/.test(id) ? join(home, "ledgers", id) : null);

export const ledgerAt = (home: string, id: string): string | null => {
  const path = placeOf(home, id);
  return path === null ? null : trimmedText(path);
};

export const noteLedger = (home: string, id: string, url: string): void => {
  const path = placeOf(home, id);
  if (path === null || ledgerAt(home, id) === url) return;
  makeHome(home);
  onDisk("make the folder", join(home, "ledgers"), () => makeFolder(join(home, "ledgers"), 0o700));
  if (!makeFile(path, `${url}\n`)) replaceFile(path, `${url}\n`);
};
