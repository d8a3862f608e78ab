// Why: the tests that stand beside the rules of iterative, in one process.
import { together } from "./together.ts";

await together("iterative");
