// Simulated access to the ledger: lost calls, late or missing hints.
import type { Card, Draft, Lease, Row } from "../../src/core/row.ts";
import type { Fence, Ledger } from "../../src/ledger/ledger.ts";
import type { Machine, Proc } from "./machine.ts";

export type LedgerStore = {
  readonly memory: Ledger;
  /** A cache, apart from the truth so that it can be deleted. */
  readonly snapshots: Map<string, { readonly version: number; readonly text: string }>;
  /** What was appended, before anything else happens. */
  readonly appended: (
    rows: readonly Draft[],
    fences: readonly Fence[],
    proc: Proc,
    card: Card,
  ) => void;
  readonly leased: (lease: Lease) => void;
  readonly ended: (run: string, token: string) => void;
  changed(): void;
  watch(proc: Proc, hint: () => void): () => void;
};

export const ledgerFor = (machine: Machine, store: LedgerStore, proc: Proc): Ledger => {
  const { memory, snapshots } = store;
  const call = <T>(what: string, effect: () => T | Promise<T>): Promise<T> =>
    machine.call(proc, `ledger ${what}`, effect);
  return {
    id: () => memory.id(),
    append: (run, expected, rows, card, terms = {}) =>
      call(`append ${rows.map((row) => row.type).join("+")}`, async () => {
        const answer = await memory.append(run, expected, rows, card, terms);
        if (answer.is === "appended") {
          store.appended(rows, terms.fences ?? [], proc, card);
          store.changed();
        }
        return answer;
      }),
    read: (what): Promise<readonly Row[]> => call("read", () => memory.read(what)),
    newest: () => call("newest", () => memory.newest()),
    runs: (filter) => call("runs", () => memory.runs(filter)),
    snapshot: (run, key) => call("snapshot", () => snapshots.get(`${run} ${key}`) ?? null),
    keep: (run, key, version, text) =>
      call("keep", () => void snapshots.set(`${run} ${key}`, { version, text })),
    lease: (ask) =>
      call(`lease ${ask.do}${ask.do === "take" ? ` ${ask.job}` : ""}`, async () => {
        const answer = await memory.lease(ask);
        if (answer.is === "granted") store.leased(answer.lease);
        if (answer.is === "ended" && ask.do === "end") store.ended(ask.run, ask.token);
        if (answer.is === "granted" || answer.is === "ended") store.changed();
        return answer;
      }),
    leases: (run) => call("leases", () => memory.leases(run)),
    now: () => call("now", () => memory.now()),
    watch: (hint) => store.watch(proc, hint),
    close: () => Promise.resolve(),
  };
};

/** Hints to whoever watches; some are late, some get lost. */
export const makeHints = (
  machine: Machine,
  delay: () => number | null,
): Pick<LedgerStore, "changed" | "watch"> => {
  const watchers = new Map<() => void, Proc>();
  return {
    changed() {
      for (const [hint, proc] of watchers) {
        if (!proc.alive) {
          watchers.delete(hint);
          continue;
        }
        const ms = delay();
        if (ms !== null) machine.later(proc, ms, () => void (watchers.has(hint) && hint()));
      }
    },
    watch(proc, hint) {
      const own = (): void => hint();
      watchers.set(own, proc);
      return () => void watchers.delete(own);
    },
  };
};
