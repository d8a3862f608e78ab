// Player of one load history: several load processes and a follower under one kind of trouble.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Row } from "../../../src/core/row.ts";
import { openPostgres } from "../../../src/ledger/postgres.ts";
import { allRows, cardOf, drafts } from "../../contract/stone.ts";
import { type Asked, askedOf } from "./asked.ts";
import { findings } from "./judge.ts";

export type Load = {
  /** As the processes reach the ledger, and as the judge does. */
  readonly url: string;
  readonly plain: string;
  readonly seed: number;
  readonly asks: number;
  /** Clocks of the processes of load, in ms apart from the right one. */
  readonly clocks: readonly number[];
  /** Something that happens meanwhile; told when all have ended their asks. */
  /** How long a lease holds at most, in ms; 500 if not said. */
  readonly leaseMs?: number;
  readonly trouble?: (over: () => boolean) => Promise<void>;
};
export type History = {
  readonly findings: readonly string[];
  readonly asked: readonly Asked[];
  readonly rows: readonly Row[];
  readonly ms: number;
};

const start = (
  url: string,
  who: string,
  seed: number,
  asks: string,
  shift: number,
  leaseMs: number,
) => {
  const preload = shift === 0 ? [] : ["--import", join(import.meta.dirname, "shifted.mjs")];
  const argv = [
    ...preload,
    join(import.meta.dirname, "load.ts"),
    url,
    who,
    String(seed),
    asks,
    String(leaseMs),
  ];
  const child = spawn(process.execPath, argv, {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, SHIFT_MS: String(shift) },
  });
  const asked: Asked[] = [];
  let wrong = "";
  child.stderr.on("data", (text: Buffer) => void (wrong += text.toString()));
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line === "ready") resolve();
      else asked.push(askedOf(line));
    });
  });
  const over = new Promise<void>((resolve, reject) =>
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${who} ended with ${code}: ${wrong}`)),
    ),
  );
  over.catch(() => undefined);
  return {
    asked,
    over,
    ready: Promise.race([ready, over]),
    go: () => void child.stdin.write("go\n"),
    kill: () => void child.kill("SIGKILL"),
  };
};

/** The row by which followers know that nothing comes any more. */
const endLoad = async (url: string): Promise<readonly Row[]> => {
  const ledger = openPostgres({ url });
  const last = drafts("over", null, 1, "over");
  await ledger.append("over", 0, last, cardOf(last));
  const rows = await allRows(ledger);
  await ledger.close();
  return rows;
};

export const play = async ({
  url,
  plain,
  seed,
  asks,
  clocks,
  leaseMs = 500,
  trouble,
}: Load): Promise<History> => {
  const began = performance.now();
  const workers = clocks.map((shift, index) =>
    start(url, `w${index}`, seed, String(asks), shift, leaseMs),
  );
  const follower = start(url, "follower", seed, "follow", 0, leaseMs);
  const all = [...workers, follower];
  try {
    await Promise.all(all.map(({ ready }) => ready));
    let over = false;
    const troubled = trouble?.(() => over);
    for (const one of all) one.go();
    await Promise.all(workers.map((worker) => worker.over)).finally(() => (over = true));
    await troubled;
    const rows = await endLoad(plain);
    await follower.over;
    const last: Asked = {
      op: "append",
      who: "judge",
      run: "over",
      cause: "over",
      rows: 1,
      under: null,
      from: 0,
      to: 0,
      answer: { is: "acknowledged", version: 1 },
    };
    const asked = [...all.flatMap((one) => one.asked), last];
    return { findings: findings(asked, rows), asked, rows, ms: performance.now() - began };
  } finally {
    for (const one of all) one.kill();
  }
};
