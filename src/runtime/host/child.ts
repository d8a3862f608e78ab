// One program of a job, agent or check: launched, limited and ended the same way, even if it hangs, floods or leaves children.
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { errorText } from "../../core/error-text.ts";
import type { Fenced, FenceWay, Processes } from "../../workspace/workspace.ts";
import { extraHandles, interruptWithin, isTorn, namelessFile, openStatus } from "./within.ts";

/** Time for each way of asking a process to end. */
export type Graces = {
  readonly interruptMs: number;
  readonly killMs: number;
  readonly drainMs: number;
};
export const graces: Graces = { interruptMs: 1_500, killMs: 2_000, drainMs: 250 };

export type Program = {
  readonly argv: readonly string[];
  /** The complete environment, including the mark. */
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly cwd: string;
  /** null: closed immediately. */
  readonly stdin: string | null;
  /** A file with the same content instead of a pipe: it stays readable even if this process is killed. */
  readonly stdinFile?: string;
  readonly mark: string;
  /** null: runs as its user. */
  readonly fence: ({ readonly fenced: Fenced } & FenceWay) | null;
  readonly ms: number;
  /** For both streams together. */
  readonly bytes: number;
  readonly output: (from: "out" | "err", chunk: Buffer) => void;
};

export type Ran = {
  readonly exit: number | null;
  readonly reason: "exit" | "timeout" | "killed" | "flooded";
  /** Why there is no exit code; null if there is one. */
  readonly why: string | null;
  readonly started: boolean;
  readonly ms: number;
  readonly bytes: number;
};

/** setTimeout's maximum: 24.8 days. */
const longest = 2 ** 31 - 1;

const inputOf = ({ stdin, stdinFile, fence }: Program): number | null => {
  if (stdinFile === undefined) return null;
  return fence === null || stdin === null ? openSync(stdinFile, "r") : namelessFile(stdin);
};

const feed = (handle: ChildProcess["stdio"][4], bytes: Uint8Array | null): void => {
  if (!(handle instanceof Writable)) return;
  handle.on("error", () => undefined);
  handle.end(bytes ?? "");
};

const start = (program: Program): ChildProcess | string => {
  const { argv: own, cwd, env, fence } = program;
  const argv = fence === null ? own : fence.fenced.wrap(own, cwd, env["PATH"] ?? "", fence);
  if (typeof argv === "string") return argv;
  const [file = "", ...rest] = argv;
  const open: number[] = [];
  try {
    const input = inputOf(program);
    if (input !== null) open.push(input);
    const nothing = fence === null ? null : openSync("/dev/null", "r");
    if (nothing !== null) open.push(nothing);
    const child = spawn(file, rest, {
      cwd,
      // Some programs trust PWD more than the actual directory and would work in our caller's folder.
      env: { ...env, PWD: cwd },
      detached: true,
      stdio: [
        input ?? (program.stdin === null ? "ignore" : "pipe"),
        "pipe",
        "pipe",
        ...(nothing === null ? [] : extraHandles(nothing)),
      ],
    });
    feed(child.stdio[4], fence?.fenced.filter ?? null);
    return child;
  } catch (error) {
    return errorText(error);
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
};

const words = { exit: null, timeout: "timed out", killed: "stopped", flooded: "flooded" };

const outcomeOf = (
  reason: Ran["reason"],
  code: number | null,
  signal: NodeJS.Signals | null,
): Pick<Ran, "exit" | "reason" | "why"> => ({
  exit: reason === "exit" ? code : null,
  reason: reason === "exit" && code === null ? "killed" : reason,
  why: words[reason] ?? (signal === null ? null : `killed by ${signal}`),
});

const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal);
  } catch {
    // the group is empty
  }
};

/** Waits for a stream's end, or cuts it: a process without our mark may keep it open forever. */
const drained = async (stream: Readable | null, drainMs: number): Promise<void> => {
  if (stream === null || stream.closed) return;
  let fresh = true;
  const heard = (): void => void (fresh = true);
  stream.on("data", heard);
  const closed = new Promise<true>((resolve) => stream.once("close", () => resolve(true)));
  while (fresh) {
    fresh = false;
    if (await Promise.race([closed, sleep(drainMs, false)])) return;
  }
  stream.destroy();
};

const never = (why: string, reason: "exit" | "killed", ms: number): Ran => ({
  exit: null,
  reason,
  why,
  started: false,
  ms,
  bytes: 0,
});

type Ended = readonly [number | null, NodeJS.Signals | null];

const failureOf = (child: ChildProcess): Promise<Error | null> =>
  new Promise((resolve) => {
    child.once("error", resolve);
    child.once("spawn", () => resolve(null));
  });

const endOf = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null)
      resolve([child.exitCode, child.signalCode]);
    else child.once("exit", (code, signal) => resolve([code, signal]));
  });

/** Forwards output up to the limit; returns the number of bytes. */
const listen = (
  { bytes: limit, output, stdin }: Program,
  child: ChildProcess,
  end: (because: "killed" | "flooded") => void,
): (() => number) => {
  let bytes = 0;
  let cut = false;
  const take = (from: "out" | "err") => (chunk: Buffer) => {
    const room = limit - bytes;
    bytes += chunk.length;
    if (cut) return;
    cut = chunk.length > room;
    try {
      output(from, cut ? chunk.subarray(0, Math.max(0, room)) : chunk);
    } catch {
      cut = true;
      end("killed");
    }
    if (bytes <= limit) return;
    child.stdout?.destroy();
    child.stderr?.destroy();
    end("flooded");
  };
  child.stdout?.on("data", take("out"));
  child.stderr?.on("data", take("err"));
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(stdin ?? "");
  return () => bytes;
};

const runOnce = async (
  program: Program,
  processes: Processes,
  stop: AbortSignal,
  wait: Graces,
): Promise<Ran> => {
  const began = performance.now();
  const ms = (): number => Math.round(performance.now() - began);
  const unstarted = (why: string): Ran => never(`cannot be started: ${why}`, "exit", ms());
  if (stop.aborted) return never("stopped before it began", "killed", 0);
  const child = start(program);
  if (typeof child === "string") return unstarted(child);
  const failed = await failureOf(child);
  const { pid } = child;
  if (failed !== null || pid === undefined)
    return unstarted(failed?.message ?? "no process was made");
  child.on("error", () => undefined);
  const exited = endOf(child);

  const status = program.fence === null ? null : openStatus(child);
  let reason: Ran["reason"] = "exit";
  let ending: Promise<unknown> | null = null;
  /** Interrupts first, so that agents stop their own tools; then ends everything with the mark. */
  const end = (because: Exclude<Ran["reason"], "exit">): void => {
    if (ending !== null) return;
    reason = because;
    if (status === null) signalGroup(pid, "SIGINT");
    else interruptWithin(status);
    ending = Promise.race([exited, sleep(wait.interruptMs, null, { ref: false })]).then(() =>
      processes.sweep(program.mark, wait.killMs),
    );
    // Reported below, once the process is gone.
    ending.catch(() => undefined);
  };
  const bytes = listen(program, child, end);
  const timer = setTimeout(() => end("timeout"), Math.min(program.ms, longest));
  const stopped = (): void => end("killed");
  stop.addEventListener("abort", stopped, { once: true });
  // An abort between the first check and here.
  if (stop.aborted) stopped();

  const [code, signal] = await exited;
  clearTimeout(timer);
  stop.removeEventListener("abort", stopped);
  await (ending ?? processes.sweep(program.mark, wait.killMs));
  // Processes that removed our mark but stayed in the group.
  signalGroup(pid, "SIGKILL");
  const told = child.stdio[3] instanceof Readable ? child.stdio[3] : null;
  await Promise.all(
    [child.stdout, child.stderr, told].map((stream) => drained(stream, wait.drainMs)),
  );
  if (reason === "exit" && status?.began(signal) === false)
    return unstarted(`no fence could be made for it: ${status.said()}`);
  return { ...outcomeOf(reason, code, signal), started: true, ms: ms(), bytes: bytes() };
};

const mostTries = 4;

/** Runs a program to its end, however it comes; when this resolves, no process with its mark is left. Begins anew where the fence was torn, of which nothing had run. */
export const runProgram = async (
  program: Program,
  processes: Processes,
  stop: AbortSignal,
  wait: Graces = graces,
): Promise<Ran> => {
  for (let tries = 1; ; tries += 1) {
    const ran = await runOnce(program, processes, stop, wait);
    if (tries === mostTries || !isTorn(ran)) return ran;
  }
};
