// Why: the program's first file: it must stay as light as possible, since every verb pays for it.
import { cli } from "./cli.ts";
import { realWorld } from "./real-world.ts";
import { exits } from "./verb.ts";

// Until it has come to its end, nothing has been done well: a process that runs dry before must not look as if it had.
process.exitCode = exits.bug;
cli(realWorld()).then(
  (exit) => void (process.exitCode = exit),
  (error: unknown) => console.error(error),
);
