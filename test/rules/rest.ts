// Test entry: all tests beside other code in one process.
import { together } from "./together.ts";

await together("rest");
