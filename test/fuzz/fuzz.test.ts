// Short fuzz run over all readers of foreign input; `.ci/night` plays a million cases.
import { play } from "./cases.ts";

play(20_000);
