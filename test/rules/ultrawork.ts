// Why: the tests that stand beside the rules of ultrawork, in one process.
import { together } from "./together.ts";

await together("ultrawork");
