// Why: the program's first file: it must stay as light as possible, since every verb pays for it.
import { cli } from "./cli.ts";
import { realWorld } from "./real-world.ts";

process.exitCode = await cli(realWorld());
