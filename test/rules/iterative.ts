// Why: the tests that stand beside the rules of iterative, in one process.
import { rulesOf } from "./together.ts";

await rulesOf("iterative");
