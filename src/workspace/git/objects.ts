// Objects of a git directory, requested from a single git process.
import type { Readable } from "node:stream";
import { Fault } from "../../core/refusal.ts";
import { gitMs, startGit } from "./git.ts";

export type GitObject = { readonly id: string; readonly type: string; readonly size: number };
export type Objects = {
  /** By its id, or a name like `ID^{tree}`; null: missing in the git directory. */
  info(name: string): Promise<GitObject | null>;
  contents(object: GitObject): Promise<Buffer>;
};

const failed = (dir: string, said: string): Fault =>
  new Fault(
    "GIT_FAILED",
    `git cat-file in ${dir}: ${said}`,
    "see what git says of that folder (`git fsck` there), mend it, then repeat",
  );

type Reader = { line(): Promise<string>; bytes(count: number): Promise<Buffer> };

const readerOf = (stream: Readable, ended: () => Fault): Reader => {
  const chunks = stream[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<Buffer> => {
    const next = await chunks.next().catch(() => null);
    if (next === null || next.done === true || !Buffer.isBuffer(next.value)) throw ended();
    return next.value;
  };
  const bytes = async (count: number): Promise<Buffer> => {
    const parts = [held];
    for (let length = held.length; length < count;) {
      const part = await more();
      parts.push(part);
      length += part.length;
    }
    const all = Buffer.concat(parts);
    held = all.subarray(count);
    return all.subarray(0, count);
  };
  const line = async (): Promise<string> => {
    while (!held.includes(0x0a)) held = Buffer.concat([held, await more()]);
    return (await bytes(held.indexOf(0x0a) + 1)).toString("utf8").slice(0, -1);
  };
  return { bytes, line };
};

type Talk = Reader & { ask(command: string): void; end(): Promise<void> };

const begin = async (dir: string): Promise<Talk> => {
  const child = await startGit({
    cwd: dir,
    args: ["cat-file", "--batch-command"],
    env: { GIT_DIR: dir },
    input: "",
  });
  const gone = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  const timer = setTimeout(() => child.kill("SIGKILL"), gitMs);
  let said = "";
  child.on("error", (error) => void (said += error.message));
  child.stdin?.on("error", () => {});
  child.stderr?.on(
    "data",
    (chunk: Buffer) => void (said.length < 1_000 && (said += chunk.toString())),
  );
  const ended = (): Fault => failed(dir, said.trim() || "it ended before it had answered");
  if (child.stdout === null) throw ended();
  return {
    ...readerOf(child.stdout, ended),
    ask: (command) => void child.stdin?.write(`${command}\n`),
    end: () => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      return gone;
    },
  };
};

const header = async ({ line }: Reader): Promise<GitObject | null> => {
  const [, id, type = "", size = ""] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/u.exec(await line()) ?? [];
  return id === undefined ? null : { id, type, size: Number(size) };
};

/** Lets `read` request objects; git starts with the first request and ends with `read`. Faults: GIT_MISSING, GIT_FAILED. */
export const withObjects = async <T>(
  dir: string,
  read: (objects: Objects) => Promise<T>,
): Promise<T> => {
  const begun: Promise<Talk>[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <A>(command: string, answer: (talk: Talk) => Promise<A>): Promise<A> => {
    const before = last;
    const turn = (async () => {
      await before;
      if (begun.length === 0) begun.push(begin(dir));
      const [open] = await Promise.all(begun);
      if (open === undefined) throw failed(dir, "it didn't start");
      open.ask(command);
      return answer(open);
    })();
    last = turn.catch(() => {});
    return turn;
  };
  try {
    return await read({
      info: (name) => inTurn(`info ${name}`, header),
      contents: ({ id, size }) =>
        inTurn(`contents ${id}`, async (open) => {
          if ((await header(open))?.size !== size)
            throw failed(dir, `the object ${id} can't be read`);
          return (await open.bytes(size + 1)).subarray(0, size);
        }),
    });
  } finally {
    for (const one of await Promise.allSettled(begun))
      if (one.status === "fulfilled") await one.value.end();
  }
};
