// Why: the tests that stand beside all other code, in one process.
import { rest } from "./together.ts";

await rest();
