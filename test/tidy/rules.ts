// List of all tidy rules.
import { files } from "./rules/files.ts";
import { code } from "./rules/code.ts";
import { destructive } from "./rules/destructive.ts";
import { docs } from "./rules/docs.ts";
import { layers } from "./rules/layers.ts";
import { lock } from "./rules/lock.ts";
import { places } from "./rules/places.ts";
import { purity } from "./rules/purity.ts";
import { used } from "./rules/used.ts";
import type { Rule } from "./rule.ts";

export const rules: readonly Rule[] = [
  layers,
  purity,
  used,
  ...files,
  ...code,
  destructive,
  lock,
  ...places,
  ...docs,
];
