// Test entry: all tests beside ultrawork's rules in one process.
import { together } from "./together.ts";

await together("ultrawork");
