// Test entry: all tests beside the player's rules in one process.
import { together } from "./together.ts";

await together("player");
