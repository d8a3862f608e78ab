// Why: the tests that stand beside all other code, in one process.
import { together } from "./together.ts";

await together("rest");
