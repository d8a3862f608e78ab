// Real runners and hosts of crash tests: start, printed lines, kill by process number.
import { type Child, type Ended, start } from "../fixtures/shop/child.ts";
import { openProcesses } from "../../src/workspace/processes.ts";
import { openSpool } from "../../src/workspace/spool.ts";
import type { SpoolEntry } from "../../src/workspace/workspace.ts";
import { join } from "node:path";
import type { Ground } from "./ground.ts";

export type Runner = {
  readonly child: Child;
  readonly printed: readonly string[];
  ended: Ended | null;
};

/** What Node itself is given before the program, and what stands in its environment alone. */
export type Loaded = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};
const plain: Loaded = { argv: [], env: {} };
/** What makes a runner die before its nth change of the disk or commit of the ledger. */
export const fated = (nth: number): Loaded => ({
  argv: ["--import", join(import.meta.dirname, "fatal.ts")],
  env: { CRASH_FATE: String(nth) },
});

export const typed = (
  ground: Ground,
  argv: readonly string[],
  line?: (text: string) => void,
  loaded = plain,
): Child =>
  start(
    [process.execPath, ...loaded.argv, ground.program, ...argv],
    ground.root,
    { ...ground.env, ...loaded.env },
    line,
  );

/** The JSON that a verb prints. */
export const answered = async (ground: Ground, argv: readonly string[]): Promise<unknown> => {
  const { exit, out, err } = await typed(ground, [...argv, "--json"]).ended;
  if (exit !== 0)
    throw new Error(
      `cairn ${argv.join(" ")} ended with ${exit}: ${[...out, ...err].slice(-8).join("\n")}`,
    );
  const value: unknown = JSON.parse(out.join("\n"));
  return value;
};

export const startRunner = (ground: Ground, argv: readonly string[], loaded?: Loaded): Runner => {
  const printed: string[] = [];
  const child = typed(ground, argv, (text) => void printed.push(text), loaded);
  const runner: Runner = { child, printed, ended: null };
  void child.ended.then((ended) => (runner.ended = ended));
  return runner;
};

/** false: it had ended by itself. */
export const killRunner = async (runner: Runner): Promise<boolean> => {
  if (runner.ended === null) runner.child.kill();
  runner.ended ??= await runner.child.ended;
  return runner.ended.signal === "SIGKILL";
};

/** Hosts at work, by their spool entries. */
export const hostsOf = async (ground: Ground): Promise<readonly SpoolEntry[]> => {
  const { alive } = openProcesses();
  const { entries } = await openSpool(join(ground.root, ".git/cairn")).list();
  return entries.filter(
    ({ host, exit }) => exit === null && host?.is === "host" && alive(host.process),
  );
};

/** false: it had ended by itself. */
export const killHost = ({ host }: SpoolEntry): boolean => {
  if (host?.is !== "host" || !openProcesses().alive(host.process)) return false;
  try {
    process.kill(host.process.pid, "SIGKILL");
    return true;
  } catch {
    return false;
  }
};
