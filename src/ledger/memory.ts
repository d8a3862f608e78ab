// In-memory ledger for tests, simulations and demos, and the reference for all other backends.
import type { Card, Draft, Lease, Row } from "../core/row.ts";
import { causes, isNamed } from "./append.ts";
import { checkedWrites, type Writes } from "./checked-writes.ts";
import { closed } from "./closed.ts";
import { type Clock, fenceOf, grant, lapsed, nextFence, time } from "./grant.ts";
import type { Appended, Fence, Ledger, LeaseAnswer, LeaseAsk, RunFilter, Terms } from "./ledger.ts";
import { createWatchers } from "./watchers.ts";

type Grant = { readonly lease: Lease; readonly ended: boolean };
type Stream = { rows: Row[]; card: Card; readonly causes: Map<string, Row[]> };
type Store = {
  readonly all: Row[];
  readonly runs: Map<string, Stream>;
  readonly starts: Map<string, string>;
  readonly origins: Map<string, string>;
  readonly places: Map<string, string>;
  readonly grants: Map<string, Map<string, Grant>>;
  readonly fences: Map<string, number>;
  readonly kept: Map<string, { readonly version: number; readonly text: string }>;
};

const emptyStore = (): Store => ({
  all: [],
  runs: new Map(),
  starts: new Map(),
  origins: new Map(),
  places: new Map(),
  grants: new Map(),
  fences: new Map(),
  kept: new Map(),
});

const newest = (store: Store, run: string, job: string): Grant | undefined =>
  store.grants.get(run)?.get(job);
const holding = (found: Grant | undefined): Lease | null =>
  found === undefined || found.ended ? null : found.lease;
const placeKey = (card: Card): string => `${card.root}\n${card.place}`;

const repeated = (
  store: Store,
  run: string,
  expected: number,
  rows: readonly Draft[],
): Appended | null => {
  for (const cause of causes(rows)) {
    const where = store.runs.get(run)?.causes.has(cause)
      ? run
      : expected === 0
        ? store.starts.get(cause)
        : undefined;
    const there = where === undefined ? undefined : store.runs.get(where)?.causes.get(cause);
    if (there !== undefined) return { is: "repeated", cause, rows: [...there] };
  }
  return null;
};

const fenced = (store: Store, run: string, fences: readonly Fence[]): Appended | null => {
  for (const { job, fence } of fences) {
    const found = newest(store, run, job);
    if (found === undefined || found.ended || found.lease.fence !== fence)
      return { is: "fenced", job, by: holding(found) };
  }
  return null;
};

const taken = (store: Store, run: string, card: Card): Appended | null => {
  const byOrigin = card.origin === null ? run : (store.origins.get(card.origin) ?? run);
  if (byOrigin !== run) return { is: "taken", what: "origin", run: byOrigin };
  const byPlace = store.places.get(placeKey(card)) ?? run;
  return byPlace === run ? null : { is: "taken", what: "place", run: byPlace };
};

const put = (store: Store, run: string, rows: readonly Draft[], card: Card): void => {
  const there = store.runs.get(run);
  if (there !== undefined) {
    store.places.delete(placeKey(there.card));
    if (there.card.origin !== null) store.origins.delete(there.card.origin);
  }
  const stream: Stream = there ?? { rows: [], card, causes: new Map() };
  for (const draft of rows) {
    const row: Row = Object.freeze({ ...draft, seq: store.all.length + 1 });
    store.all.push(row);
    stream.rows.push(row);
    if (!isNamed(row.cause)) continue;
    const same = stream.causes.get(row.cause);
    if (same === undefined) stream.causes.set(row.cause, [row]);
    else same.push(row);
    if (row.version === 1) store.starts.set(row.cause, run);
  }
  stream.card = Object.freeze({ ...card });
  store.runs.set(run, stream);
  store.places.set(placeKey(card), run);
  if (card.origin !== null) store.origins.set(card.origin, run);
};

const append = (
  store: Store,
  run: string,
  expected: number,
  rows: readonly Draft[],
  card: Card,
  { fences = [], restored = false, after }: Terms,
): Appended => {
  const there = store.runs.get(run)?.card;
  const version = there?.version ?? 0;
  const again = repeated(store, run, expected, rows);
  const no =
    (again?.is === "repeated" && restored && again.rows[0]?.run === run ? null : again) ??
    (version === expected && (after ?? there?.head) === there?.head
      ? null
      : { is: "lost" as const, version }) ??
    fenced(store, run, fences) ??
    taken(store, run, card);
  if (no !== null) return no;
  put(store, run, rows, card);
  return { is: "appended", version: card.version };
};

const byToken = (store: Store, run: string, token: string): Grant | undefined => {
  const fence = fenceOf(token);
  return [...(store.grants.get(run)?.values() ?? [])].find(
    (each) => each.lease.fence === fence && each.lease.token === token,
  );
};

/** Superseded grants aren't kept here; the current holder is found by the fence in `jobs`. */
const lease = (
  store: Store,
  jobs: Map<string, string>,
  ask: LeaseAsk,
  now: number,
  secret?: () => string,
): LeaseAnswer => {
  const grants = store.grants.get(ask.run) ?? new Map<string, Grant>();
  store.grants.set(ask.run, grants);
  if (ask.do === "take") {
    const held = holding(grants.get(ask.job));
    if (held !== null && !lapsed(held, now)) return { is: "held", held };
    const fence = nextFence(ask, store.fences.get(ask.run) ?? 0);
    const given = Object.freeze(grant(ask, fence, now, secret));
    store.fences.set(ask.run, fence);
    grants.set(ask.job, { lease: given, ended: false });
    jobs.set(`${ask.run}\n${given.token}`, ask.job);
    return { is: "granted", lease: given };
  }
  const found = byToken(store, ask.run, ask.token);
  if (found === undefined)
    return { is: "fenced", by: holding(grants.get(jobs.get(`${ask.run}\n${ask.token}`) ?? "")) };
  if (ask.do === "end") {
    grants.set(found.lease.job, { lease: found.lease, ended: true });
    return { is: "ended" };
  }
  if (found.ended) return { is: "fenced", by: null };
  const given = Object.freeze({ ...found.lease, until: time(now + ask.ms) });
  grants.set(given.job, { lease: given, ended: false });
  return { is: "granted", lease: given };
};

const fits = (card: Card, filter: RunFilter): boolean =>
  (filter.run === undefined || filter.run === card.run) &&
  (filter.protocol === undefined || filter.protocol === card.protocol) &&
  (filter.origin === undefined || filter.origin === card.origin) &&
  (filter.parent === undefined || card.origin?.startsWith(`${filter.parent}/`) === true) &&
  (filter.life === undefined || filter.life.includes(card.life));

export type MemoryParts = { readonly now?: Clock; readonly secret?: () => string };

/** Creates a ledger that ends with the process. `now`: the clock by which leases lapse; `secret`: the unguessable part of tokens. */
export const openMemory = ({ now = Date.now, secret }: MemoryParts = {}): Ledger => {
  const store = emptyStore();
  const jobs = new Map<string, string>();
  const watchers = createWatchers();
  let over = false;
  const open = (): void => {
    if (over) throw closed();
  };
  const writes: Writes = {
    append: async (...asked) => {
      open();
      return append(store, ...asked);
    },
    lease: async (ask) => {
      open();
      return lease(store, jobs, ask, now(), secret);
    },
  };
  return Object.freeze<Ledger>({
    ...checkedWrites(writes, watchers.call),
    id: async () => "memory",
    read: async ({ run, cause, after = 0, limit = 10_000 }) => {
      open();
      if (run === undefined) return store.all.slice(after, after + limit);
      const stream = store.runs.get(run);
      if (cause === undefined) return (stream?.rows ?? []).slice(after, after + limit);
      return (stream?.causes.get(cause) ?? []).filter((row) => row.version > after).slice(0, limit);
    },
    runs: async (filter = {}) => {
      open();
      return [...store.runs.values()]
        .map((stream) => stream.card)
        .filter((card) => fits(card, filter));
    },
    snapshot: async (run, key) => {
      open();
      return store.kept.get(`${run}\n${key}`) ?? null;
    },
    keep: async (run, key, version, text) => {
      open();
      const kept = store.kept.get(`${run}\n${key}`);
      if (kept === undefined || kept.version <= version)
        store.kept.set(`${run}\n${key}`, Object.freeze({ version, text }));
    },
    leases: async (run) => {
      open();
      const all = run === undefined ? [...store.grants.values()] : [store.grants.get(run)];
      return all.flatMap((grants) =>
        [...(grants?.values() ?? [])].flatMap(({ ended, lease }) => (ended ? [] : [lease])),
      );
    },
    now: async () => time(now()),
    watch: (hint) => {
      open();
      return watchers.add(hint);
    },
    close: async () => {
      over = true;
      watchers.clear();
    },
  });
};
