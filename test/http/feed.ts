// Helper of tests: the live feed on a ledger of plain values with a manual clock.
import assert from "node:assert/strict";
import { Fault, refuse } from "../../src/core/refusal.ts";
import type { Card, Row } from "../../src/core/row.ts";
import { createHub, type Hubbed } from "../../src/http/live/hub.ts";
import type { LedgerTrouble, LogLine } from "../../src/http/answers.ts";
import type { Live, Listening } from "../../src/http/live/live.ts";
import type { RunnerAtWork, SpoolExit } from "../../src/workspace/workspace.ts";
import { untouched } from "../fixtures/engine.ts";
import { noRunners } from "../fixtures/no-runners.ts";

type Held = Awaited<ReturnType<Hubbed["held"]>>[number];
export type Feed = {
  readonly live: Live;
  /** Events of a run, with no hint of them. */
  readonly append: (run: string, count?: number) => void;
  /** Tells all that something was written. */
  readonly hint: () => void;
  /** Lets so much time pass, in ms. */
  readonly pass: (ms: number) => void;
  /** How often the ledger was read, after which seq. */
  readonly readings: readonly number[];
  readonly scanned: readonly string[];
  readonly watched: () => number;
  leases: readonly Held[];
  spool: readonly {
    readonly run: string;
    readonly fence: number;
    readonly exit: SpoolExit | null;
  }[];
  readonly spoolHint: () => void;
  runners: readonly RunnerAtWork[];
  /** The ledger can't be read. */
  away: boolean;
  /** What is asked of it waits. */
  silent: boolean;
  /** Its server doesn't answer, as it says. */
  outage: ReturnType<Hubbed["outage"]>;
  readonly every: (ms: number, tick: () => void) => () => void;
};

export const started = Date.UTC(2026, 0, 8, 12);
const at = new Date(started).toISOString();
const rowOf = (seq: number, run: string, version: number): Row => ({
  seq,
  run,
  version,
  type: "TaskStarted",
  data: `{"task":"${seq}"}`,
  at,
  by: '{"kind":"engine","name":"engine"}',
  cause: `c${seq}`,
  hash: "h",
});
const cardOf = (run: string, parents: Readonly<Record<string, string>>): Card => {
  const parent = parents[run];
  return {
    run,
    protocol: "toy",
    origin: parent === undefined ? null : `${parent}/node`,
    root: ".",
    place: run,
    life: "live",
    phase: "work",
    version: 1,
    head: "h",
    at,
    good: null,
  };
};

/** A turn of everything that waits for nothing but its turn. */
export const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
export const until = async (what: () => boolean, means: string): Promise<void> => {
  for (let left = 500; left > 0 && !what(); left -= 1) await turn();
  assert.ok(what(), means);
};
/** The same, of what comes when some time has passed: hints are gathered for a moment. */
export const soon = async (
  { pass }: Pick<Feed, "pass">,
  what: () => boolean,
  means: string,
): Promise<void> => {
  for (let left = 50; left > 0 && !what(); left -= 1) {
    pass(100);
    await turn();
  }
  assert.ok(what(), means);
};

/** `parents`: which run started which. */
export const feed = (parents: Readonly<Record<string, string>> = {}): Feed => {
  const rows: Row[] = [];
  const readings: number[] = [];
  const scanned: string[] = [];
  const hints = new Set<() => void>();
  const spoolHints = new Set<() => void>();
  const timers = new Set<{ readonly ms: number; readonly tick: () => void; due: number }>();
  let now = started;
  const watch = (set: Set<() => void>) => (hint: () => void) => {
    set.add(hint);
    return () => void set.delete(hint);
  };
  const spool: Hubbed["workspace"]["spool"] = {
    ...untouched("spool"),
    watch: watch(spoolHints),
    list: () =>
      Promise.resolve({
        entries: own.spool.map(({ run, fence, exit }) => ({
          run,
          fence,
          folder: "/nowhere",
          job: untouched("job"),
          host: null,
          exit,
        })),
        broken: [],
      }),
  };
  const there = (): void => {
    if (own.away) throw new Fault("LEDGER_MOVED", "it is away", "put it back");
  };
  const system: Hubbed = {
    watch: watch(hints),
    outage: () => own.outage,
    rowsAfter: async (seq, limit = 10_000) => {
      there();
      readings.push(seq);
      while (own.silent) await turn();
      // As from a disk: what is appended meanwhile isn't among it.
      const found = rows.filter((row) => row.seq > seq).slice(0, limit);
      await turn();
      return found;
    },
    newestSeq: async () => {
      there();
      return rows.length;
    },
    held: () => Promise.resolve(own.leases),
    runs: (filter = {}) => Promise.resolve([cardOf(filter.run ?? "r1", parents)]),
    protocol: (name) => Promise.resolve(refuse("PROTOCOL_UNKNOWN", name)),
    scan: (run) => Promise.resolve(void scanned.push(run)),
    workspace: {
      ...untouched("workspace"),
      spool,
      runners: noRunners(() => own.runners),
    },
  };
  const every: Feed["every"] = (ms, tick) => {
    const timer = { ms, tick, due: now + ms };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const own: Feed = {
    live: createHub(system, { every, now: () => now }),
    append: (run, count = 1) => {
      const before = rows.filter((row) => row.run === run).length;
      for (let n = 1; n <= count; n += 1) rows.push(rowOf(rows.length + 1, run, before + n));
    },
    hint: () => hints.forEach((hint) => hint()),
    pass: (ms) => {
      for (const end = now + ms; now < end;) {
        now = Math.min(end, ...[...timers].map(({ due }) => due));
        for (const timer of timers) {
          if (timer.due > now) continue;
          timer.due = now + timer.ms;
          timer.tick();
        }
      }
    },
    readings,
    scanned,
    watched: () => hints.size + timers.size,
    leases: [],
    spool: [],
    runners: [],
    spoolHint: () => spoolHints.forEach((hint) => hint()),
    away: false,
    silent: false,
    outage: null,
    every,
  };
  return own;
};

type Seen = {
  readonly seqs: number[];
  readonly hints: (string | null)[];
  /** How many lines each telling had. */
  readonly told: number[];
  readonly troubles: (LedgerTrouble | null)[];
  ready: boolean;
};
export type Page = Listening & Seen;
export const page = (live: Live, after: number | null, run: string | null = null): Page => {
  const own: Seen = { seqs: [], hints: [], told: [], troubles: [], ready: true };
  const listening = live.listen(after, {
    run,
    ready: () => own.ready,
    rows: (lines: readonly LogLine[]) => {
      own.told.push(lines.length);
      own.seqs.push(...lines.map(({ seq }) => seq));
    },
    hint: (of) => void own.hints.push(of),
    trouble: (trouble) => void own.troubles.push(trouble),
  });
  return Object.assign(own, listening);
};
/** What a program's end leaves in the spool. */
export const exit: SpoolExit = {
  exit: 0,
  reason: "exit",
  unstarted: null,
  ms: 1,
  bytes: 0,
  proofs: null,
  at,
};
export const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
