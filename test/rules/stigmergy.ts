// Why: the tests that stand beside the rules of stigmergy, in one process.
import { rulesOf } from "./together.ts";

await rulesOf("stigmergy");
