// Entry file of the program: light, since every verb pays for its start.
import { failed } from "./failure.ts";
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
const [verb, folder, ...more] = process.argv.slice(2);
/** As a program within a job's fence, as a job's host, or as a command line. */
const asked = async (): Promise<number> => {
  const isWithin = Boolean(process.env["CAIRN_DOOR"]);
  if (!isWithin && verb === "host" && folder !== undefined && more.length === 0)
    return (await import("../host.ts")).host(folder);
  const world = (await import("./real-world.ts")).realWorld();
  return isWithin ? (await import("./door.ts")).ask(world) : (await import("./cli.ts")).cli(world);
};
asked().then((exit) => void (process.exitCode = exit), tell);
