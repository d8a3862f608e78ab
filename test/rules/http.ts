// Test entry: all tests of the HTTP surface in one process.
import { together } from "./together.ts";

await together("http");
