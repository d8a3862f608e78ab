// Test entry: all tests beside iterative's rules in one process.
import { together } from "./together.ts";

await together("iterative");
