// Test entry: all tests beside stigmergy's rules in one process.
import { together } from "./together.ts";

await together("stigmergy");
