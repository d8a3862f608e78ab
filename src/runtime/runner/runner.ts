// Runner as one value for the composition root.
import type { Runner } from "../runner-parts.ts";
import { checkHere } from "./check-here.ts";
import { drive } from "./drive.ts";
import { interrupt } from "./interrupt.ts";

export const runner: Runner = { drive, interrupt, check: checkHere };
