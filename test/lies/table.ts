// Why: docs/lies.md and the tests are made from one list of all lies.
import { byCommand } from "./by-command.ts";
import { byToken } from "./by-token.ts";
import type { Lie } from "./lie.ts";

export const lies: readonly Lie[] = [...byCommand, ...byToken];
