// Test entry: all tests of formats of files in one process.
import { together } from "./together.ts";

await together("formats");
