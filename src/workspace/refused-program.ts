// Lookup of a program on PATH that isn't run, since it is in the working tree.
import { type Refused, refusedOnPath } from "../core/agents/refused-program.ts";
import { fileName, lookFrom } from "./programs.ts";

/** One that `programOf` rejects; null: none. */
export const refusedOf = (name: string, folder: string): Refused | null =>
  refusedOnPath(fileName(name), process.env["PATH"] ?? "", lookFrom(folder));
