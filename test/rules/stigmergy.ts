// Why: the tests that stand beside the rules of stigmergy, in one process.
import { together } from "./together.ts";

await together("stigmergy");
