// Program that plays one job with an ACP agent: `acp-agent TASK`, brief on standard input.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import type { AcpEvent, AcpTask } from "./acp-events.ts";
import { playTurn } from "./acp-session.ts";
import { faultOf } from "./faults.ts";
import { eventsOf, textOf } from "./stream.ts";

/** Time for the agent to exit after its turn, since it may still be saving its session. */
const endMs = 2_000;
/** Time for a cancelled turn to end; less than a host waits. */
const cancelMs = 1_000;
/** Characters of one line of standard error that are inspected. */
const lineLimit = 4_000;

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
const taskOf = (given: string): AcpTask => {
  const [task = {}] = eventsOf(given);
  const { argv, mcp, resume, model } = task;
  return {
    argv: textsOf(argv),
    mcp: textsOf(mcp),
    resume: textOf(resume) || null,
    model: textOf(model) || null,
  };
};

/** Keeps the order. A slow reader slows the agent's program down, since its output is read no faster. */
const tell = (event: AcpEvent): void => void process.stdout.write(`${JSON.stringify(event)}\n`);

const started = async (child: ChildProcess): Promise<string | null> =>
  new Promise((resolve) => {
    child.once("spawn", () => resolve(null));
    child.once("error", (error) => resolve(error.message));
  });

const play = async (task: AcpTask, brief: string): Promise<boolean> => {
  const [program = "", ...rest] = task.argv;
  // In our own process group, so that stopping us stops it.
  const child = spawn(program, rest, { stdio: ["pipe", "pipe", "pipe"] });
  const wrong = await started(child);
  if (wrong !== null) {
    tell({ type: "fault", code: null, text: `the agent can't be started: ${wrong}` });
    return false;
  }
  const exited = new Promise<string>((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? `exit ${code ?? 0}`)),
  );
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stderr }).on("line", (line) => {
    process.stderr.write(`${line}\n`);
    const { kind } = faultOf(line.slice(0, lineLimit));
    if (kind !== "other") tell({ type: "trouble", kind });
  });
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());
  const cancelled = new Promise<boolean>((resolve) => {
    stopping.signal.addEventListener(
      "abort",
      () => void sleep(cancelMs).then(() => resolve(false)),
      { once: true },
    );
  });
  const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
  const world = { cwd: process.cwd(), env: process.env, stop: stopping.signal };
  const ended = await Promise.race([playTurn(stream, task, brief, world, tell), cancelled]);
  child.stdin.end();
  const how = await Promise.race([exited, sleep(endMs, null)]);
  if (!ended && how !== null && !stopping.signal.aborted)
    process.stderr.write(`the agent's program ended: ${how}\n`);
  child.kill("SIGTERM");
  return ended;
};

const ended = await play(taskOf(process.argv[2] ?? ""), await text(process.stdin));
process.stdout.write("", () => process.exit(ended ? 0 : 1));
