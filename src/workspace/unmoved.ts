// Why Cairn's own folder still lies in the working tree, and what its user does about it.
import { lstatSync, statSync } from "node:fs";
import { dirname, relative } from "node:path";
import { isWithin } from "../core/within.ts";
import { isLink } from "./disk/look.ts";

type Lying = { readonly home: string; readonly belongs: string };

/**
 * What keeps it there for good; null: it is moved once nothing else uses it.
 * @param ledger the address of one that was named; null: the usual one
 */
export const fixedBy = ({ home, belongs }: Lying, ledger: string | null): "named" | "link" | "device" | null => {
  if (ledger?.startsWith("sqlite:") === true && isWithin(home, ledger.slice("sqlite:".length))) return "named";
  if (isLink(home)) return "link";
  return lstatSync(home).dev === statSync(dirname(belongs)).dev ? null : "device";
};

/** One line. */
export const unmoved = (located: Lying & { readonly base: string }, ledger: string | null): string => {
  const [home, belongs] = [located.home, located.belongs].map((path) => relative(located.base, path));
  const there = `The record is still in ${home}, where cleaning out ignored files removes it`;
  switch (fixedBy(located, ledger)) {
    case "named":
      return `${there}, since a ledger is named there. Take that name away (cairn.config.json, --ledger, CAIRN_LEDGER), and the next \`cairn run\` moves it to ${belongs}.`;
    case "link":
      return `${there}: it is a symbolic link. Put the folder itself there, and the next \`cairn run\` moves it to ${belongs}.`;
    case "device":
      return `${there}: ${belongs} is on another filesystem. Move it by hand while nothing uses it: mv ${home} ${belongs}`;
    case null:
      return `${there}. The next \`cairn run\` moves it to ${belongs}, once no job is at work and nothing else has it open.`;
  }
};
