// Crash checks after a kill: whole files on disk, printed events still in the ledger.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { typed } from "./crew.ts";
import type { Ground } from "./ground.ts";
import { type Entry, type Told, ledgerOf, owed } from "./told.ts";

const jsonFiles = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter(
        (path) => path.endsWith(".json") && !path.split("/").some((part) => part.startsWith(".")),
      )
      .map((path) => join(folder, path));
  } catch {
    return [];
  }
};

const unparsable = (path: string): readonly string[] => {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    // Taken away since it was listed, which is whole enough.
    return [];
  }
  try {
    JSON.parse(text);
    return [];
  } catch {
    return [
      `${path} doesn't parse (${text.length} characters, ending in ${JSON.stringify(text.slice(-40))})`,
    ];
  }
};

/** Before any other process touches what the dead one left. */
export const standing = ({ home, root }: Ground): readonly string[] =>
  [...jsonFiles(home), ...jsonFiles(join(root, ".git/cairn/spool"))].flatMap(unparsable);

/** Looks in which a hand that writes in place may be met between emptying and filling. */
const looks = 20;
/** The same where hands write these files in place: what is torn by one of ours stays torn. */
export const standingAmongHands = async (ground: Ground): Promise<readonly string[]> => {
  for (let look = 1; ; look += 1) {
    const wrong = standing(ground);
    if (wrong.length === 0 || look === looks) return wrong;
    await sleep(5);
  }
};

const part = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** What an agent wrote into a file that is its to write is an edit until it is read: whoever named the run reads it, and he is dead. */
const unverified = async (
  ground: Ground,
  run: string,
  isOutput: (path: string) => boolean,
): Promise<readonly string[]> => {
  const { exit, out, err } = await typed(ground, ["verify", run, "--json"]).ended;
  if (exit === 0) return [];
  const findings = part(JSON.parse(out.join("\n") || "null"), "findings");
  const isUnread = (found: unknown): boolean =>
    part(found, "code") === "FILE_DIFFERS" &&
    isOutput(String(part(found, "subject")).split("/").slice(-2).join("/"));
  const wrong = Array.isArray(findings)
    ? findings.filter((found) => part(found, "severity") === "error" && !isUnread(found))
    : null;
  return wrong?.length === 0
    ? []
    : [
        `cairn verify ended with ${exit}: ${wrong === null ? err.join("\n") : JSON.stringify(wrong)}`,
      ];
};

/** `isOutput`: a projected file, by its folder and name, that agents may write as well. */
export const kept = async (
  ground: Ground,
  run: string,
  told: Told,
  before: readonly Entry[],
  isOutput: (path: string) => boolean = () => false,
): Promise<{ readonly ledger: readonly Entry[]; readonly findings: readonly string[] }> => {
  const wrong = await unverified(ground, run, isOutput);
  const ledger = await ledgerOf(ground, run);
  return { ledger, findings: [...wrong, ...owed(told, before, ledger)] };
};
