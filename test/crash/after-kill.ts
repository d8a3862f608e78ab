// Why: whatever was killed, and whenever: what stands on the disk at that instant must be whole, and what was told must be kept.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { answered } from "./crew.ts";
import type { Ground } from "./ground.ts";
import { type Entry, type Told, ledgerOf, owed } from "./told.ts";

const jsonFiles = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".json") && !path.split("/").some((part) => part.startsWith(".")))
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
    return [`${path} doesn't parse (${text.length} characters, ending in ${JSON.stringify(text.slice(-40))})`];
  }
};

/** Before any other process touches what the dead one left. */
export const standing = ({ home, root }: Ground): readonly string[] =>
  [...jsonFiles(home), ...jsonFiles(join(root, ".cairn/spool"))].flatMap(unparsable);

const isVerified = (value: unknown): boolean => typeof value === "object" && value !== null && "ok" in value && value.ok === true;

export const kept = async (
  ground: Ground,
  run: string,
  told: Told,
  before: readonly Entry[],
): Promise<{ readonly ledger: readonly Entry[]; readonly findings: readonly string[] }> => {
  const verified = await answered(ground, ["verify", run]).catch(String);
  const ledger = await ledgerOf(ground, run);
  const chain = isVerified(verified)
    ? []
    : [`the chain doesn't verify: ${typeof verified === "string" ? verified : JSON.stringify(verified)}`];
  return { ledger, findings: [...chain, ...owed(told, before, ledger)] };
};
