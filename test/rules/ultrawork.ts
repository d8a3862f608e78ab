// Why: the tests that stand beside the rules of ultrawork, in one process.
import { rulesOf } from "./together.ts";

await rulesOf("ultrawork");
