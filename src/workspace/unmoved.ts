// Reasons why Cairn's folder is still in the working tree, with remedies.
import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { asTyped } from "../core/shell-word.ts";
import { isWithin } from "../core/within.ts";
import { isLink, namesIn } from "./disk/look.ts";
import { mayUse } from "./disk/may-use.ts";
import { ignoresItself } from "./home.ts";

const record = /^(?:ledgers|anchors|kept|spool|refused)$/u;

/** More than a cache. A ledger alone may be one that a configuration names there: Cairn's folder ignores itself. */
export const holdsRecord = (home: string): boolean => {
  const names = namesIn(home);
  return (
    names.some((name) => record.test(name)) || (names.includes("ledger.db") && ignoresItself(home))
  );
};

type Lying = { readonly home: string; readonly belongs: string };

/**
 * What keeps it there permanently; null: it moves once unused.
 * @param ledger the address of an explicitly named ledger; null: the default
 */
export const fixedBy = (
  { home, belongs }: Lying,
  ledger: string | null,
): "named" | "apart" | "link" | "taken" | "closed" | "device" | null => {
  if (ledger?.startsWith("sqlite:") === true && isWithin(home, ledger.slice("sqlite:".length)))
    return "named";
  if (!existsSync(join(home, "ledger.db"))) return "apart";
  if (isLink(home)) return "link";
  if (existsSync(belongs)) return "taken";
  if (![home, dirname(home), dirname(belongs)].every((folder) => mayUse(folder, "write")))
    return "closed";
  return lstatSync(home).dev === statSync(dirname(belongs)).dev ? null : "device";
};

/** One line; null: it is in its proper place. */
export const unmoved = (lying: Lying, ledger: string | null): string | null => {
  const { home, belongs } = lying;
  if (home === belongs) return null;
  const there = `The record is still in ${home}, outside of the git directory, and cleaning out ignored files removes it`;
  const [from, to] = [home, belongs].map(asTyped);
  const byHand = `Move it by hand while nothing uses it: mv ${from} ${to}`;
  switch (fixedBy(lying, ledger)) {
    case "named":
      return `${there}, since a ledger is named there. Take that name away (cairn.config.json, --ledger, CAIRN_LEDGER), and the next \`cairn run\` moves it to ${belongs}.`;
    case "apart":
      return `${there}: its ledger is elsewhere, so it is unknown whether others are using it. ${byHand}`;
    case "link":
      return `${there}: it is a symbolic link. Put the folder itself there, and the next \`cairn run\` moves it to ${belongs}.`;
    case "taken":
      return `${there}: ${belongs} is there already, without a record. Put that aside (mv ${to} ${asTyped(`${belongs}-before`)}), and the next \`cairn run\` moves the record there.`;
    case "closed":
      return `${there}: it, or a folder that it is moved from or to, can't be written. Give yourself the right to write ${dirname(home)} and ${dirname(belongs)}, and the next \`cairn run\` moves it.`;
    case "device":
      return `${there}: ${belongs} is on another filesystem. ${byHand}`;
    case null:
      return `${there}. The next \`cairn run\` moves it to ${belongs}, once no job is at work and nothing else has it open.`;
  }
};
