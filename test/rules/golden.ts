// Test entry: all golden stories in one process.
import { together } from "./together.ts";

await together("golden");
