// Tests of concurrent ledger writers in several processes: no loss, no starvation, SIGKILL.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { verifyChain } from "../../src/core/chain.ts";
import { genesis } from "../../src/core/hash.ts";
import { allRows } from "./stone.ts";
import type { Row } from "../../src/core/row.ts";
import { openSqlite } from "../../src/ledger/sqlite.ts";
import { compiled } from "../fixtures/compiled.ts";

type Writer = {
  readonly process: ChildProcess;
  readonly acknowledged: string[];
  readonly ready: Promise<void>;
  readonly over: Promise<number | null>;
  go(): void;
};

const startWriter = (
  t: TestContext,
  path: string,
  name: string,
  run: string,
  count: number,
  told: () => void = () => {},
): Writer => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "ledger-writer.ts"), path, name, run, String(count)],
    {
      env: { ...process.env, ...compiled },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  t.after(() => child.kill("SIGKILL"));
  const acknowledged: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`a writer ended with ${code}`)));
    lines.on("line", (line) => {
      if (line === "ready") return resolve();
      acknowledged.push(line);
      told();
    });
  });
  ready.catch(() => {});
  const over = new Promise<number | null>((resolve) =>
    child.once("close", (code) => resolve(code)),
  );
  return { process: child, acknowledged, ready, over, go: () => void child.stdin.write("go\n") };
};

const setUp = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "cairn-writers-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "ledger.db");
};

const readAll = async (path: string): Promise<readonly Row[]> => {
  const ledger = await openSqlite({ path });
  const rows = await allRows(ledger);
  await ledger.close();
  return rows;
};
const intact = (run: string, rows: readonly Row[]): void =>
  assert.deepEqual(
    verifyChain(
      { version: 0, hash: genesis("stones", run) },
      rows.filter((row) => row.run === run),
    ),
    [],
  );

test(
  "eight processes that create the ledger at once and append to one run and to their own lose nothing",
  { timeout: 60_000 },
  async (t) => {
    const path = await setUp(t);
    const writers = Array.from({ length: 8 }, (_, n) =>
      startWriter(t, path, `w${n}`, n % 2 === 0 ? "shared" : `own${n}`, 50),
    );
    await Promise.all(writers.map((writer) => writer.ready));
    for (const writer of writers) writer.go();
    assert.deepEqual(await Promise.all(writers.map((writer) => writer.over)), Array(8).fill(0));
    const rows = await readAll(path);
    assert.equal(rows.length, 400);
    assert.deepEqual(
      new Set(rows.map((row) => row.cause)),
      new Set(writers.flatMap((writer) => writer.acknowledged)),
    );
    assert.equal(rows.filter((row) => row.run === "shared").length, 200);
    for (const run of new Set(rows.map((row) => row.run))) intact(run, rows);
  },
);

test(
  "of two writers in tight loops neither gets less than a tenth",
  { timeout: 60_000 },
  async (t) => {
    const path = await setUp(t);
    let total = 0;
    let enough = (): void => {};
    const reached = new Promise<void>((resolve) => (enough = resolve));
    const told = (): void => {
      total += 1;
      if (total >= 4_000) enough();
    };
    const writers = [
      startWriter(t, path, "a", "a", 0, told),
      startWriter(t, path, "b", "b", 0, told),
    ];
    await Promise.all(writers.map((writer) => writer.ready));
    for (const writer of writers) writer.go();
    await reached;
    const counts = writers.map((writer) => writer.acknowledged.length);
    for (const writer of writers) writer.process.kill("SIGKILL");
    await Promise.all(writers.map((writer) => writer.over));
    t.diagnostic(`shares: ${counts.join(" and ")}`);
    assert.ok(Math.min(...counts) * 10 >= total, `shares of ${total}: ${counts.join(" and ")}`);
  },
);

test(
  "what was acknowledged before a SIGKILL is there, whole, and the next writer goes on",
  { timeout: 60_000 },
  async (t) => {
    const path = await setUp(t);
    const sure: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      let enough = (): void => {};
      const reached = new Promise<void>((resolve) => (enough = resolve));
      let seen = 0;
      const told = (): void => {
        seen += 1;
        if (seen === 20 + round * 23) enough();
      };
      const writers = [
        startWriter(t, path, `${round}a`, "shared", 0, told),
        startWriter(t, path, `${round}b`, `own${round}`, 0, told),
      ];
      await Promise.all(writers.map((writer) => writer.ready));
      for (const writer of writers) writer.go();
      await reached;
      for (const writer of writers) writer.process.kill("SIGKILL");
      await Promise.all(writers.map((writer) => writer.over));
      sure.push(...writers.flatMap((writer) => writer.acknowledged));
      const rows = await readAll(path);
      const there = new Set(rows.map((row) => row.cause));
      assert.deepEqual(
        sure.filter((cause) => !there.has(cause)),
        [],
      );
      // At most the one that each had under way may be there beyond what it was told.
      assert.ok(rows.length <= sure.length + 2 * (round + 1));
      for (const run of new Set(rows.map((row) => row.run))) intact(run, rows);
    }
  },
);
