// Option `--version`: versions of cairn and Node, with no other module loaded.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "./verb.ts";

/** From package.json: one folder up from dist/, two from src/cli/. */
export const packageVersion = (): string => {
  for (const up of ["../package.json", "../../package.json"]) {
    try {
      const read: unknown = JSON.parse(readFileSync(join(import.meta.dirname, up), "utf8"));
      if (
        typeof read === "object" &&
        read !== null &&
        "name" in read &&
        read.name === "cairnkit" &&
        "version" in read
      )
        return String(read.version);
    } catch {
      // Bundled and source files have different depths: the other path is the right one.
    }
  }
  return "unknown";
};

export const version = (): Answer => {
  const found = packageVersion();
  return {
    exit: 0,
    json: { version: found, node: process.versions.node },
    text: () => `cairn ${found} (Node ${process.versions.node})`,
  };
};
