// Programs that the demo starts, as a person would type them.
import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { createInterface } from "node:readline";
import { Fault } from "../../core/refusal.ts";

/** Removes variables of a job in which the demo may run, and puts this Node first for the demo's checks. */
export const childEnv = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        !name.startsWith("CAIRN_") && name !== "NODE_OPTIONS" && name !== "NODE_TEST_CONTEXT",
    ),
  ),
  PATH: [dirname(process.execPath), env["PATH"] ?? ""].join(delimiter),
});

export type Ended = {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: readonly string[];
  readonly err: readonly string[];
};
export type Child = {
  readonly pid: number | null;
  readonly kill: () => void;
  readonly ended: Promise<Ended>;
};

/** Starts a program without a shell; `line` receives each line of output as it comes. */
export const start = (
  argv: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  line: (text: string) => void = () => undefined,
): Child => {
  const [program = "", ...rest] = argv;
  const child = spawn(program, rest, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const out: string[] = [];
  const err: string[] = [];
  createInterface({ input: child.stdout }).on("line", (text) => {
    out.push(text);
    line(text);
  });
  createInterface({ input: child.stderr }).on("line", (text) => void err.push(text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", (error) =>
      reject(
        new Fault(
          "PROGRAM_MISSING",
          `${program} can't be started`,
          `Install ${program}, or put it on PATH.`,
          error,
        ),
      ),
    );
    child.on("close", (exit, signal) => resolve({ exit, signal, out, err }));
  });
  return { pid: child.pid ?? null, kill: () => void child.kill("SIGKILL"), ended };
};

/** Runs it to its end; an unexpected exit is a fault that shows the output. */
export const finished = async (
  child: Pick<Child, "ended">,
  what: string,
  expected: readonly number[] = [0],
): Promise<Ended> => {
  const ended = await child.ended;
  if (ended.exit !== null && expected.includes(ended.exit)) return ended;
  const said = [...ended.out.slice(-5), ...ended.err.slice(-15)].join("\n");
  throw new Fault(
    "DEMO_FAILED",
    `${what} ended with ${ended.exit ?? ended.signal ?? "nothing"}, not ${expected.join(" or ")}:\n${said}`,
    "The folder was left as it is, to be looked at.",
  );
};
