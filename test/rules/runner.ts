// Why: the stories of test/runner, which are short and many, in one process.
import { together } from "./together.ts";

await together("runner");
