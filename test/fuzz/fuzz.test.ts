// Why: readers of what others wrote are held to their properties in every run of the tests.
import { play } from "./cases.ts";

play(20_000);
