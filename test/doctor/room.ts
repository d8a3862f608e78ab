// Room of doctor tests: a run of the smallest protocol on a real disk.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Job } from "../../src/core/job.ts";
import type { Protocol } from "../../src/core/protocol.ts";
import { isRefusal } from "../../src/core/refusal.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { openMemory } from "../fixtures/memory-ledger.ts";
import { emptyConfig } from "../../src/runtime/config.ts";
import { realLater } from "../../src/runtime/later.ts";
import { makeSystem } from "../../src/runtime/system/make.ts";
import type { CareFinding, System } from "../../src/runtime/system.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { testEngine } from "../fixtures/engine.ts";
import { tally } from "../fixtures/tally.ts";

const ana = { kind: "person", name: "ana" } as const;
/** It always waits for a person. */
const due: Job = {
  key: "j",
  about: null,
  subject: "j",
  kind: "decision",
  role: "person",
  why: null,
  begun: false,
  writes: "nothing",
  reads: [],
  limits: { ms: 1, bytes: 1, tries: 1 },
  doubt: "ask",
};
const waiting: Protocol = { ...tally, jobs: () => [due] };

type Room = {
  readonly top: string;
  readonly home: string;
  readonly run: string;
  readonly file: string;
  readonly ledger: Ledger;
  /** A process of its own; `later`: its clocks are so many ms ahead. */
  system(later?: number): Promise<System>;
};

/** @param shown the ledger as all systems but the first see it */
export const room = async (
  t: TestContext,
  shown: (ledger: Ledger) => Ledger = (ledger) => ledger,
): Promise<Room> => {
  const top = mkdtempSync(join(tmpdir(), "cairn-doctor-"));
  t.after(() => rmSync(top, { recursive: true, force: true }));
  const ledger = openMemory({});
  const home = join(top, ".cairn");
  let systems = 0;
  const system = async (later = 0): Promise<System> => {
    const number = (systems += 1);
    let chances = 0;
    const now = (): number => Date.now() + later;
    const workspace = await openWorkspace({ home, now });
    const engine = {
      ...testEngine(waiting, { ledger: number === 1 ? ledger : shown(ledger), workspace }),
      root: top,
      base: top,
      // Whether this machine has a fence is another matter.
      config: { ...emptyConfig, fence: { ...emptyConfig.fence, use: "off" } as const },
      snapshotEvery: 4,
      now: () => new Date(now()).toISOString(),
      chance: () => `r${number}x${(chances += 1)}`,
    };
    return makeSystem(engine, { elapsed: () => performance.now(), later: realLater });
  };
  const first = await system();
  const started = await first.start("tally", { name: "one" }, ana);
  assert.ok(!isRefusal(started), JSON.stringify(started));
  await first.settle();
  return { top, home, run: started.run, file: join(started.folder, "tally.json"), ledger, system };
};

const names = (list: readonly CareFinding[]): readonly string[] =>
  list
    .map(({ code, severity, fixable }) => `${severity} ${code}${fixable ? "" : ", a person's"}`)
    .toSorted();
export const looked = async (
  system: System,
  fix = false,
): Promise<{ readonly left: readonly string[]; readonly fixed: readonly string[] }> => {
  const { findings, fixed } = await system.doctor(undefined, fix);
  return { left: names(findings), fixed: names(fixed) };
};
/** Long enough that whatever was being written stands. */
export const minutes = 120_000;
export const hours = 7_200_000;
/** Found, left alone by looking, mended at the first try, with `left` notes, and nothing is to be done at the second. */
export const mends = async (
  { system }: Room,
  kinds: readonly string[],
  left: readonly string[] = [],
  ahead = minutes,
): Promise<void> => {
  const one = await system(ahead);
  assert.deepEqual((await looked(one)).left, kinds);
  assert.deepEqual((await looked(await system(ahead))).left, kinds, "looking changes nothing");
  assert.deepEqual(await looked(await system(ahead), true), { left, fixed: kinds });
  assert.deepEqual(await looked(await system(ahead), true), { left, fixed: [] });
};
export const add = async (system: System, run: string, times = 1): Promise<void> => {
  for (let n = 0; n < times; n += 1)
    assert.ok(!isRefusal(await system.send(run, [{ type: "Add", data: { n: 1 } }], ana)));
};
