// Setup of the benchmarks: ultrawork's rules over a SQLite ledger on the working tree's disk (no tmpfs).
import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { noFacts, testEngine, untouched } from "../test/fixtures/engine.ts";
import type { Command, Protocol, Sender } from "../src/core/protocol.ts";
import { isRefusal } from "../src/core/refusal.ts";
import type { Ledger } from "../src/ledger/ledger.ts";
import { openSqlite } from "../src/ledger/sqlite.ts";
import type { Sync } from "../src/ledger/sqlite/log.ts";
import { withBudget } from "../src/budget/with-budget.ts";
import { withWork } from "../src/landing/with-work.ts";
import { ultrawork } from "../src/protocols/ultrawork/index.ts";
import { withSteering } from "../src/steering/with-steering.ts";
import { clock } from "../src/runtime/clock.ts";
import { createFolds } from "../src/runtime/fold.ts";
import { createDoor } from "../src/runtime/send.ts";
import type { Door } from "../src/runtime/send.ts";
import type { System } from "../src/runtime/system.ts";
import type { Workspace } from "../src/workspace/workspace.ts";

const top = join(import.meta.dirname, "..", ".cairn", "bench");
/** As the program has it: with places, budget and notes. */
export const asInstalled = withSteering(withBudget(withWork(ultrawork)));
export const ana: Sender = { kind: "person", name: "ana" };

export type Ground = {
  readonly folder: string;
  readonly path: string;
  readonly ledger: Ledger;
  readonly door: Door;
  started(run: string): Promise<void>;
  close(): Promise<void>;
};

export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  mkdirSync(top, { recursive: true });
  const folder = mkdtempSync(join(top, "b-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export const doorOver = (ledger: Ledger, protocol: Protocol = ultrawork): Door => {
  const workspace: Workspace = {
    ...untouched<Workspace>("workspace"),
    facts: () => Promise.resolve(noFacts),
  };
  const engine = {
    ...testEngine(protocol, { ledger, workspace }),
    now: clock(),
    chance: () => Math.random().toString(36).slice(2),
  };
  return createDoor(engine, createFolds(engine), () => undefined);
};

/** A whole start, as `complete` fills it. */
export const startOf = (run: string) => ({
  type: "Start",
  data: ultrawork.complete(
    {
      type: "Start",
      data: { goal: "measure", explorers: 0, options: { mode: "auto" } },
    },
    noFacts,
    run,
    0,
    { home: join(top, "not-there") },
  ).data,
});

/** One task, approved at once. */
export const plan = async (door: Door, run: string): Promise<void> => {
  const tasks = [
    {
      id: "1",
      subject: "Measure",
      success_criteria: [{ criteria: "the suite passes", command: "npm test" }],
    },
  ];
  const planned = await door({
    run,
    said: [{ command: { type: "ProposePlan", data: { plan: { tasks } } }, by: ana }],
  });
  if (isRefusal(planned)) throw new Error(planned.text);
};

export const startRun = async (door: Door, run: string): Promise<void> => {
  const sent = await door({
    run,
    said: [{ command: startOf(run), by: ana }],
    birth: { protocol: ultrawork, root: ".", origin: null },
  });
  if (isRefusal(sent)) throw new Error(sent.text);
  await plan(door, run);
};

/** A usual command: a claim of about 200 bytes. */
export const claim = (n: number) => ({
  type: "ClaimEvidence",
  data: {
    unit: "1",
    criterion: 1,
    type: "command_output",
    text: `claim ${n}: the suite ran and every test of it passed, as the output above shows`,
    command: "npm test",
  },
});

export const say = async (door: Door, run: string, n: number): Promise<void> => {
  const sent = await door({ run, said: [{ command: claim(n), by: ana }] });
  if (isRefusal(sent)) throw new Error(`${sent.code}: ${sent.text}`);
};

export const ground = async (folder: string, sync?: Sync): Promise<Ground> => {
  const path = join(folder, "ledger.db");
  const ledger = await openSqlite({ path, ...(sync === undefined ? {} : { sync }) });
  const door = doorOver(ledger);
  return {
    folder,
    path,
    ledger,
    door,
    started: (run) => startRun(door, run),
    close: () => ledger.close(),
  };
};

/** Many commands an append, since what is measured comes after them. */
export const sendAll = async (
  system: System,
  run: string,
  count: number,
  command: (n: number) => Command,
): Promise<void> => {
  const together = 250;
  for (let n = 0; n < count; n += together) {
    const commands = Array.from({ length: Math.min(together, count - n) }, (_, i) =>
      command(n + i),
    );
    const sent = await system.send(run, commands, ana);
    if (isRefusal(sent)) throw new Error(`${sent.code}: ${sent.text}`);
  }
  await system.settle();
};

/** The limit that no durable record can pass: append the same bytes to a file and sync its data. Milliseconds for `count` of them. */
export const rawAppends = (folder: string, bytes: number, count: number): number => {
  const fd = openSync(join(folder, "raw"), "a");
  const record = Buffer.alloc(bytes, "x");
  const began = performance.now();
  for (let i = 0; i < count; i += 1) {
    writeSync(fd, record);
    fdatasyncSync(fd);
  }
  const took = performance.now() - began;
  closeSync(fd);
  return took;
};
