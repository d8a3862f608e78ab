// One call through a job's door: checked here, then run outside of the sandbox as that job, with its streams forwarded.
import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { type Frame, type FrameKind, frameOf, frameReader } from "../../core/agents/door-frames.ts";
import { errorText } from "../../core/error-text.ts";
import { type Refusal, isRefusal, refuse } from "../../core/refusal.ts";
import { type Call, judge, typedIn } from "./allowed.ts";

export type CallDeps = {
  /** The command line of cairn itself, without a verb. */
  readonly program: readonly string[];
  /** Includes the job's own variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly token: string;
  readonly limits: DoorLimits;
};
export type DoorLimits = {
  /** Maximum of concurrent calls. */
  readonly calls: number;
  /** Time for a client to send its request. */
  readonly askMs: number;
  /** Time for a call, unless it runs as long as its client. */
  readonly callMs: number;
  /** Bytes of a call, in each direction. */
  readonly bytes: number;
  /** Between asking a process to end and killing it. */
  readonly graceMs: number;
};

const refusedExit = 2;
const faultExit = 1;

/** Formatted like cairn's own refusals. */
const refusalText = ({ code, text, fits }: Refusal): string =>
  `${code}: ${text}\n${fits === undefined ? "" : `  ${fits}\n`}`;

const malformed = refuse("DOOR_MALFORMED", "what came isn't a request of cairn's command line", {
  fits: "run the program `cairn`",
});
export const busy = (calls: number): Refusal =>
  refuse("DOOR_BUSY", `${calls} calls of this job are under way, and no more are served at once`, {
    fits: "wait until one has ended",
  });

/** Sends the exit code. A client that doesn't close must not hold the connection. */
const hangUp = (socket: Socket, exit: number): void => {
  socket.end(frameOf("exit", Buffer.from(String(exit))), () => socket.destroy());
};

/** Sends a refusal and closes. */
export const turnAway = (socket: Socket, refusal: Refusal, json = false): void => {
  const answer = json
    ? frameOf("out", Buffer.from(`${JSON.stringify({ error: refusal })}\n`))
    : null;
  socket.write(answer ?? frameOf("err", Buffer.from(refusalText(refusal))));
  hangUp(socket, refusedExit);
};

/** Forwards output at the client's speed. */
const handOn = (
  from: Readable,
  socket: Socket,
  kind: FrameKind,
  count: (length: number) => void,
): void => {
  from.on("data", (piece: Buffer) => {
    count(piece.length);
    if (socket.destroyed || socket.write(frameOf(kind, piece))) return;
    from.pause();
    socket.once("drain", () => from.resume());
  });
};

const start = ({ argv }: Call, { program, env, cwd }: CallDeps): ChildProcess | string => {
  const [file = "", ...words] = [...program, ...argv];
  try {
    // The connection breaks when this host is killed, and the launcher exits with it (bin/cairn.cjs).
    return spawn(file, words, {
      cwd,
      env: { ...env, CAIRN_RESTARTED: "1" },
      stdio: ["pipe", "pipe", "pipe", "ipc"],
    });
  } catch (error) {
    return errorText(error);
  }
};

/** `take`: false if a frame doesn't belong to it. `gone`: resolves when its process has ended. */
type Running = { readonly take: (frame: Frame) => boolean; readonly gone: Promise<void> };

/** Reads the client's input in chunks: an unread socket doesn't report a closed peer. */
const inputOf = (
  { stdin }: ChildProcess,
  socket: Socket,
  reads: boolean,
  count: (length: number) => void,
): Running["take"] => {
  let wanted = false;
  const want = (): void => {
    wanted = true;
    if (!socket.writableEnded) socket.write(frameOf("want"));
  };
  stdin?.on("error", () => undefined);
  if (reads) want();
  else stdin?.end();
  return ({ kind, bytes }) => {
    if (!wanted || (kind !== "input" && kind !== "end")) return false;
    wanted = false;
    count(bytes.length);
    if (kind === "end") stdin?.end();
    else stdin?.write(bytes, () => want());
    return true;
  };
};

/** Runs a permitted call until it ends or its client disconnects. */
const runCall = (call: Call, socket: Socket, deps: CallDeps): Running => {
  const { limits } = deps;
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const fail = (text: string): void => {
    socket.write(frameOf("err", Buffer.from(`DOOR_CALL_FAILED: ${text}\n`)));
    hangUp(socket, faultExit);
  };
  const child = start(call, deps);
  if (typeof child === "string") {
    fail(child);
    resolve();
    return { take: () => true, gone };
  }
  const timers: NodeJS.Timeout[] = [];
  let ending = false;
  const end = (why: string | null): void => {
    if (ending) return;
    ending = true;
    if (why !== null) fail(why);
    child.kill("SIGTERM");
    timers.push(
      setTimeout(() => {
        child.kill("SIGKILL");
        socket.destroy();
      }, limits.graceMs),
    );
  };
  if (!call.stays)
    timers.push(
      setTimeout(
        () => end(`the call took longer than ${limits.callMs / 60_000} min`),
        limits.callMs,
      ),
    );
  const counter = () => {
    let bytes = 0;
    return (length: number): void => {
      bytes += length;
      if (bytes > limits.bytes)
        end(`the call has more than ${limits.bytes} bytes of input or output`);
    };
  };
  const [countIn, countOut] = [counter(), counter()];
  if (child.stdout !== null) handOn(child.stdout, socket, "out", countOut);
  if (child.stderr !== null) handOn(child.stderr, socket, "err", countOut);
  const take = inputOf(child, socket, call.reads, countIn);
  child.on("error", (error) => {
    fail(errorText(error));
    resolve();
  });
  // Its descendants may keep the streams open; they end with the job.
  child.on("exit", () => resolve());
  child.on("close", (code) => {
    if (!ending) hangUp(socket, code ?? faultExit);
  });
  socket.on("close", () => {
    end(null);
    void gone.then(() => timers.forEach(clearTimeout));
  });
  return { gone, take };
};

/** Serves one connection; resolves when nothing of it remains. */
export const serveCall = async (socket: Socket, deps: CallDeps): Promise<void> => {
  const read = frameReader();
  const now: { running: Running | null } = { running: null };
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const late = setTimeout(() => socket.destroy(), deps.limits.askMs);
  const asked = ({ kind, bytes }: Frame): boolean => {
    const typed = kind === "ask" ? typedIn(bytes) : null;
    if (typed === null) return false;
    clearTimeout(late);
    const call = judge(typed, deps.token);
    if (isRefusal(call)) turnAway(socket, call, typed.includes("--json"));
    else now.running = runCall(call, socket, deps);
    return true;
  };
  socket.on("error", () => undefined);
  socket.on("data", (piece) => {
    const frames = read(piece);
    const isSound =
      frames?.every(
        (frame) => socket.writableEnded || (now.running?.take(frame) ?? asked(frame)),
      ) ?? false;
    if (!isSound && !socket.writableEnded) turnAway(socket, malformed);
  });
  await closed;
  clearTimeout(late);
  await now.running?.gone;
};
