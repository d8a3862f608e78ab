// Entry file of the program: light, since every verb pays for its start.
import { cli } from "./cli.ts";
import { failed } from "./failure.ts";
import { realWorld } from "./real-world.ts";
import { exits } from "./verb.ts";

// Until it completes: a process that runs out of events early must not look successful.
process.exitCode = exits.bug;
// Errors outside of verbs (a broken stream) are reported like those within.
const tell = (error: unknown): never => {
  const { exit, text } = failed(error);
  console.error(text?.({ width: Number.POSITIVE_INFINITY, colour: false }));
  process.exit(exit);
};
process.once("uncaughtException", tell);
// Nothing is left to do or to write then; Node's own way to end would first free all memory.
process.once("beforeExit", () => process.exit());
Promise.resolve()
  .then(realWorld)
  .then(async (world) =>
    world.env["CAIRN_DOOR"] ? (await import("./door.ts")).ask(world) : cli(world),
  )
  .then((exit) => void (process.exitCode = exit), tell);
