// Why: the tests that stand beside the rules of player, in one process.
import { rulesOf } from "./together.ts";

await rulesOf("player");
