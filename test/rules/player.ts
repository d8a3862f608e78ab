// Why: the tests that stand beside the rules of player, in one process.
import { together } from "./together.ts";

await together("player");
