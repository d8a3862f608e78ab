// The properties of all readers of what others wrote, by many cases.
import { play } from "./cases.ts";

play(50_000);
