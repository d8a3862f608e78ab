// Short fuzz run over all readers of foreign input, part of every test run.
import { play } from "./cases.ts";

play(20_000);
