// Benchmark of DBOS Transact as a peer: its durable steps on the same PostgreSQL server, in its own package.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const home = join(import.meta.dirname, "dbos");
const isInstalled = existsSync(join(home, "node_modules/@dbos-inc/dbos-sdk"));

/** One workflow, a step after the other; one workflow, 64 steps at once; 64 workflows, each a step after the other. */
export type Shape = "alone" | "oneRun" | "manyRuns";
export type Peer = { rate(what: Shape, count: number): Promise<number>; close(): Promise<void> };

/** In a process of its own; null: it isn't installed. */
export const startDbos = async (url: string): Promise<Peer | null> => {
  if (!isInstalled) {
    console.error(
      "✗✗✗ DBOS is NOT measured: it is not installed. `npm ci --prefix bench/dbos` installs it for the benchmarks alone.",
    );
    return null;
  }
  const child = spawn(
    process.execPath,
    ["--no-deprecation", join(import.meta.dirname, "dbos/measure.mjs"), JSON.stringify({ url })],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const told = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error("DBOS ended early");
    return JSON.parse(value);
  };
  if ((await told()) !== "ready") throw new Error("DBOS did not begin");
  return {
    rate: async (what, count) => {
      child.stdin.write(`${JSON.stringify({ what, count })}\n`);
      return Number(await told());
    },
    close: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await gone;
    },
  };
};
