// Command line of cairn's own agent programs (ACP, scripted): separate processes that can be killed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../core/refusal.ts";

/** Resolves the path: beside this file in development, a separate output in the bundle. `does`: its purpose, for the message if it is missing. */
export const ownProgram = (name: string, does: string): string => {
  const found = [`${name}.ts`, `${name}.js`]
    .map((file) => join(import.meta.dirname, file))
    .find((file) => existsSync(file));
  if (found === undefined)
    throw new Fault("AGENT_MISSING", `the program that ${does} is missing`, "install cairn again");
  return found;
};
