// Digest of the code that folds a protocol: snapshots of another edition aren't used.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { digest } from "./core/hash.ts";

/** Defined by the build. */
declare const CAIRN_EDITION: string | undefined;

/** Caches digests: a process folds by the code it has loaded even if files change, and rereading 200 files is slow. */
const known = new Map<string, string>();

const editionIn = (protocol: string): string => {
  const src = import.meta.dirname;
  const shared = ["core", "kit", "work", "landing", "budget", "steering"];
  const texts = [...shared, join("protocols", protocol)].flatMap((folder) =>
    readdirSync(join(src, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .toSorted()
      .map((file) => `${file}\n${readFileSync(join(src, folder, file), "utf8")}`),
  );
  const edition = digest(texts.join("\n")).slice(0, 16);
  known.set(protocol, edition);
  return edition;
};

/** Digest of all code that determines a fold: the core and one protocol, or the whole build if built. */
export const editionOf = (protocol: string): string =>
  typeof CAIRN_EDITION === "string" ? CAIRN_EDITION : (known.get(protocol) ?? editionIn(protocol));
