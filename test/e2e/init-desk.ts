// Helpers of `init` tests: programs on a PATH of their own, the written configuration.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Desk } from "./desk.ts";

export const config = ({ root }: Desk): unknown =>
  JSON.parse(readFileSync(join(root, "cairn.config.json"), "utf8"));
/** A PATH on which just these programs are. */
export const onPath = ({ folder }: Desk, ...names: readonly string[]): NodeJS.ProcessEnv => {
  const bin = join(folder, `bin-${names.join("-")}`);
  mkdirSync(bin);
  for (const name of names) {
    writeFileSync(join(bin, name), "#!/bin/sh\n");
    chmodSync(join(bin, name), 0o755);
  }
  return { PATH: bin };
};
