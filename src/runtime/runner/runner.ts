// Why: the system is handed its runner as one value, so that it can be made without processes where they aren't wanted.
import type { Runner } from "../runner-parts.ts";
import { checkHere } from "./check-here.ts";
import { drive } from "./drive.ts";
import { interrupt } from "./interrupt.ts";

export const runner: Runner = { drive, interrupt, check: checkHere };
