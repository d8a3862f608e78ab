// Every live run of a repository at once, each driven by a process of its own.
import { spawn } from "node:child_process";
import type { System } from "../../runtime/system.ts";
import { type Answer, type Context, exits } from "../verb.ts";

/** Resolves to its exit code; ended by a signal, it is a fault. */
const driven = (
  { root, runnerEnv, ...system }: Pick<System, "root" | "runner" | "runnerEnv">,
  run: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<number> =>
  new Promise((resolve) => {
    const [program = "", ...words] = system.runner(run);
    const child = spawn(program, words, {
      cwd: root,
      env: { ...env, ...runnerEnv },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const stop = (): void => void child.kill("SIGTERM");
    signal.addEventListener("abort", stop);
    child.once("error", () => resolve(exits.fault));
    child.once("exit", (code) => {
      signal.removeEventListener("abort", stop);
      resolve(code ?? exits.fault);
    });
  });

/** Drives each live run that no process drives until all rest. */
export const driveEvery = async (context: Context, system: System): Promise<Answer> => {
  const busy = new Set(system.runners().map(({ run }) => run));
  const cards = await system.runs({ life: ["live"] });
  const runs = cards.flatMap(({ run, origin }) => (origin === null && !busy.has(run) ? [run] : []));
  const signal = context.interrupted();
  const ended = await Promise.all(runs.map((run) => driven(system, run, context.env, signal)));
  const exit = ended.find((code) => code === exits.fault) ?? Math.max(exits.done, ...ended);
  return {
    exit,
    json: { runs: runs.map((run, index) => ({ run, exit: ended[index] })) },
    text: () => (runs.length === 0 ? "no live run waits for a runner" : "all runs are at rest"),
  };
};
