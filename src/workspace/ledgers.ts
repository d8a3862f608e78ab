// Registry of ledgers that anchor here: tells a run in another ledger from a removed one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeFile, replaceFile } from "./disk/atomic.ts";
import { onDisk } from "./disk/fault.ts";
import { trimmedText } from "./disk/look.ts";
import { makeOwn } from "./home.ts";

const placeOf = (home: string, id: string): string | null =>
  /^[0-9a-z]{1,40}$/.test(id) ? join(home, "ledgers", id) : null;

const noted = (home: string, id: string): string | null => {
  const path = placeOf(home, id);
  return path === null ? null : trimmedText(path);
};

/** Only a database file can be checked for existence. */
export const ledgerAt = (home: string, id: string): string | null => {
  const url = noted(home, id);
  const isGone = url?.startsWith("sqlite:") === true && !existsSync(url.slice("sqlite:".length));
  return isGone ? null : url;
};

export const noteLedger = (home: string, id: string, url: string): void => {
  const path = placeOf(home, id);
  if (path === null || noted(home, id) === url) return;
  onDisk("make the folder", join(home, "ledgers"), () => makeOwn(home, "ledgers"));
  if (!makeFile(path, `${url}\n`)) replaceFile(path, `${url}\n`);
};
