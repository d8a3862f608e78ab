// Why Cairn's own folder still lies in the working tree, or another one beside it, and what its user does about it.
import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, relative } from "node:path";
import { isWithin } from "../core/within.ts";
import { isLink, namesIn } from "./disk/look.ts";
import { ignoresItself } from "./home.ts";

const record = /^(?:ledgers|anchors|kept|spool|refused)$/u;

/** More than a cache. A ledger alone may be one that a configuration names there: Cairn's own folder ignores itself. */
export const holdsRecord = (home: string): boolean => {
  const names = namesIn(home);
  return names.some((name) => record.test(name)) || (names.includes("ledger.db") && ignoresItself(home));
};

type Lying = { readonly home: string; readonly belongs: string };

/**
 * What keeps it there for good; null: it is moved once nothing else uses it.
 * @param ledger the address of one that was named; null: the usual one
 */
export const fixedBy = ({ home, belongs }: Lying, ledger: string | null): "named" | "link" | "taken" | "device" | null => {
  if (ledger?.startsWith("sqlite:") === true && isWithin(home, ledger.slice("sqlite:".length))) return "named";
  if (isLink(home)) return "link";
  if (existsSync(belongs)) return "taken";
  return lstatSync(home).dev === statSync(dirname(belongs)).dev ? null : "device";
};

/**
 * One line; null: all is where it belongs.
 * @param older `.cairn` in the working tree
 */
export const unmoved = (located: Lying & { readonly base: string; readonly older: string }, ledger: string | null): string | null => {
  const [home, belongs, older] = [located.home, located.belongs, located.older].map((path) => relative(located.base, path));
  if (home === belongs)
    return holdsRecord(located.older)
      ? `${older} holds a record, too. It isn't looked at: the one in ${belongs} counts. If it is an older one of yours, keep it elsewhere (mv ${older} ${older}-before), else remove it.`
      : null;
  const there = `The record is still in ${home}, where cleaning out ignored files removes it`;
  switch (fixedBy(located, ledger)) {
    case "named":
      return `${there}, since a ledger is named there. Take that name away (cairn.config.json, --ledger, CAIRN_LEDGER), and the next \`cairn run\` moves it to ${belongs}.`;
    case "link":
      return `${there}: it is a symbolic link. Put the folder itself there, and the next \`cairn run\` moves it to ${belongs}.`;
    case "taken":
      return `${there}: ${belongs} is there already, without a record. Move that away (mv ${belongs} ${belongs}-before), and the next \`cairn run\` moves the record there.`;
    case "device":
      return `${there}: ${belongs} is on another filesystem. Move it by hand while nothing uses it: mv ${home} ${belongs}`;
    case null:
      return `${there}. The next \`cairn run\` moves it to ${belongs}, once no job is at work and nothing else has it open.`;
  }
};
