// Why: the stories of test/golden, which are short and many, in one process.
import { together } from "./together.ts";

await together("golden");
