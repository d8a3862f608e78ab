// Client of a job's door: passes the command line out of the sandbox, and prints the host's answer.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { type Frame, frameOf, frameReader, MAX_FRAME } from "../core/agents/door-frames.ts";
import { Fault } from "../core/refusal.ts";
import type { World } from "./world.ts";

/** A path given as in `--data @FILE` is read here: the outside opens no files for a job. */
type Typed = { readonly argv: readonly string[]; readonly file: string | null };

const fileFlag = "--data";

const typedBy = (argv: readonly string[]): Typed => {
  const at = argv.findIndex(
    (word, index) =>
      word.startsWith(`${fileFlag}=@`) || (argv[index - 1] === fileFlag && word.startsWith("@")),
  );
  const word = argv[at];
  if (word === undefined) return { argv, file: null };
  const inline = word.startsWith(`${fileFlag}=`);
  return {
    argv: argv.with(at, inline ? `${fileFlag}=-` : "-"),
    file: word.slice(word.indexOf("@") + 1),
  };
};

const closed = (cause?: unknown): Fault =>
  new Fault(
    "DOOR_CLOSED",
    "cairn can't be reached from inside this job: the job is over, or its host has ended",
    "Stop working.",
    cause,
  );

/** Connections above the limit are closed at once, which may lose an answer. */
const hungUp = (cause?: unknown): Fault =>
  new Fault(
    "DOOR_BUSY",
    "the job's host hung up without an answer: too many calls are under way at once, or the job has just ended",
    "Try again once another call has ended.",
    cause,
  );

const reached = async (path: string): Promise<Socket> => {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return socket;
  } catch (error) {
    throw closed(error);
  }
};

const piecesOf = function* (text: string): Iterable<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += MAX_FRAME) yield bytes.subarray(at, at + MAX_FRAME);
};

/** Sends one chunk per call, and finally the end. */
const sender = (input: Readable, socket: Socket): (() => Promise<void>) => {
  const pieces: AsyncIterator<unknown, undefined> = input[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await pieces.next();
    socket.write(
      done === true
        ? frameOf("end")
        : frameOf("input", Buffer.isBuffer(value) ? value : Buffer.from(String(value))),
    );
  };
};

/** Calls through the door; returns the exit code. */
export const ask = async (world: World): Promise<number> => {
  const { argv, file } = typedBy(world.argv);
  const asked = Buffer.from(JSON.stringify({ argv }));
  if (asked.length > MAX_FRAME)
    throw new Fault(
      "INPUT_OVERSIZED",
      "what was typed is longer than 1 MiB",
      "Hand it in as a file: --data @FILE.",
    );
  const text = file === null ? null : await world.read(file);
  const socket = await reached(world.env["CAIRN_DOOR"] ?? "");
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const inputs: Readable[] = [];
  const opened = (): (() => Promise<void>) => {
    const input = text === null ? process.stdin : Readable.from(piecesOf(text));
    inputs.push(input);
    return sender(input, socket);
  };
  let more: ReturnType<typeof opened> | undefined;
  let lost = hungUp;
  const take = ({ kind, bytes }: Frame): void => {
    if (kind === "out") process.stdout.write(bytes);
    else if (kind === "err") process.stderr.write(bytes);
    else if (kind === "exit") resolve(Number(Buffer.from(bytes).toString("latin1")));
    else if (kind === "want") (more ??= opened())().catch(reject);
  };
  const read = frameReader();
  socket.on("data", (piece) => {
    const frames = read(piece);
    lost = closed;
    if (frames === null) reject(lost());
    else frames.forEach(take);
  });
  socket.on("error", (error) => reject(lost(error)));
  socket.on("close", () => reject(lost()));
  // The reader is gone: the outside call ends with this one.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => socket.destroy());
  socket.write(frameOf("ask", asked));
  try {
    return await promise;
  } finally {
    socket.destroy();
    for (const input of inputs) input.destroy();
  }
};
