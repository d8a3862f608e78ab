// Table of docs/guide/fence.md with the caches that a fence serves, made from the list that it goes by.
import { stores } from "../../src/workspace/fence/stores.ts";
import type { Generator } from "./generators.ts";
import { table, withPart } from "./markdown.ts";

const path = "docs/guide/fence.md";
const marks = [
  "<!-- Made by `npm run generate` from src/workspace/fence: don't edit it. -->",
  "<!-- /made -->",
] as const;

export const cacheStores: Generator = {
  path,
  make: () =>
    withPart(
      path,
      marks,
      table(
        ["of", "below your home", "or where this says", "without overlays"],
        stores.map(({ tool, folder, variable, readOnly }) => [
          tool,
          `\`~/${folder}\``,
          variable === null ? "" : `\`${variable.name}\``,
          readOnly ? "read-only" : "empty",
        ]),
      ),
    ),
};
