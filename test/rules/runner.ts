// Test entry: the short runner stories of test/runner in one process.
import { together } from "./together.ts";

await together("runner");
