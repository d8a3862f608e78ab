// How each event of a run's work changes where it stands.
import type { Recorded } from "../core/row.ts";
import type { WorkEvent, WorkEvents } from "./messages.ts";
import { isMendOf } from "./mend-key.ts";
import { type Candidate, type Commit, commitOf, type Doer, type Site } from "./site.ts";

type Later = Exclude<keyof WorkEvents, "BaseSet">;
type Evolve<K extends Later> = (site: Site, data: WorkEvents[K]["data"]) => Site;

const change = (site: Site, unit: string, to: (candidate: Candidate) => Candidate): Site => {
  const candidate = site.candidates[unit];
  return candidate === undefined ? site : { ...site, candidates: { ...site.candidates, [unit]: to(candidate) } };
};
const without = (site: Site, unit: string): Site => ({
  ...site,
  candidates: Object.fromEntries(Object.entries(site.candidates).filter(([name]) => name !== unit)),
});

const markAfter = (mark: Site["marks"][string], unit: string, landed: Commit): Site["marks"][string] =>
  mark.awaits.includes(unit) ? { ...landed, awaits: mark.awaits.filter((one) => one !== unit) } : mark;

const unmerged = { merged: null, merges: 0, trouble: null, green: null, mends: { begun: 0, running: false } } as const;
const withDoer = (doers: readonly Doer[], doer: Doer): readonly Doer[] => [...doers.filter(({ job }) => job !== doer.job), doer];

const table: { readonly [K in Later]: Evolve<K> } = {
  BaseTried: (site, { red }) => ({ ...site, tried: { red, answered: red.length === 0 } }),
  BaseAnswered(site, { answer }) {
    const red = (site.tried?.red ?? []).map(({ name }) => name);
    const tried = { red: site.tried?.red ?? [], answered: true };
    if (answer === "expect") return { ...site, tried, expected: red };
    return { ...site, tried, ready: { ...site.ready, checks: site.ready.checks.filter(({ name }) => !red.includes(name)) } };
  },
  WorkTaken(site, { unit, doer, work, from }) {
    const before = site.candidates[unit];
    const taken = site.taken + 1;
    const now = (candidate: Candidate): Site => ({ ...site, taken, candidates: { ...site.candidates, [unit]: candidate } });
    const fresh = { ...unmerged, unit, doer, n: taken, work, doers: [doer], waiting: [] };
    if (before === undefined) return now(fresh);
    const { waiting, mends } = before;
    const [first, ...rest] = waiting;
    const mended = { ...mends, running: false };
    // What mends goes on in the name of whoever did the work.
    if (isMendOf(before, doer.job))
      return first === undefined
        ? now({ ...before, ...unmerged, work, mends: mended, merges: 1 })
        : now({ ...before, waiting: [{ ...first, work }, ...rest], mends: mended, trouble: null });
    if (from !== undefined && from !== commitOf(site, unit).commit && from !== before.work.commit)
      return now({ ...before, waiting: [...waiting, { doer, n: taken, work }] });
    return now({ ...fresh, doers: from === undefined ? [doer] : withDoer(before.doers, doer), waiting });
  },
  WorkJoined: (site, { unit, work }) =>
    change(site, unit, (one) => {
      const [first, ...waiting] = one.waiting;
      if (first === undefined) return one;
      return { ...one, ...unmerged, doer: first.doer, work, doers: withDoer(one.doers, first.doer), waiting };
    }),
  WorkMerged: (site, { unit, onto, merged }) =>
    change(site, unit, (one) => ({ ...one, merged: { ...merged, onto }, merges: one.merges + 1, trouble: null, green: null })),
  ConflictFound: (site, { unit, onto, files }) =>
    change(site, unit, (one) => ({
      ...one,
      ...(one.waiting.length > 0 ? {} : { merged: null, green: null }),
      trouble: { is: "conflict", onto, files },
    })),
  MendBegun: (site, { unit }) => change(site, unit, (one) => ({ ...one, mends: { begun: one.mends.begun + 1, running: true } })),
  MendEnded: (site, { unit }) => change(site, unit, (one) => ({ ...one, mends: { ...one.mends, running: false } })),
  LandingTried: (site, { unit, commit, passed, said, green }) =>
    change({ ...site, expected: site.expected.filter((name) => !green.includes(name)) }, unit, (one) =>
      passed
        ? { ...one, green: commit }
        : { ...one, green: null, trouble: { is: "red", onto: one.merged?.onto ?? site.head.commit, said } },
    ),
  WorkLanded: (site, { unit, n, landed }) => ({
    ...without(site, unit),
    previous: site.landed === 0 ? null : site.head.commit,
    head: landed,
    landed: n,
    marks: Object.fromEntries(Object.entries(site.marks).map(([name, mark]) => [name, markAfter(mark, unit, landed)])),
  }),
  WorkDropped(site, { unit }) {
    const [first, ...waiting] = site.candidates[unit]?.waiting ?? [];
    if (first === undefined) return without(site, unit);
    return change(site, unit, (one) => ({ ...one, waiting, trouble: null, mends: unmerged.mends }));
  },
  // What made a check red may lie outside of the tree, and be mended there by whoever answers: the check runs again first.
  MendsAllowed: (site, { unit }) =>
    change(site, unit, (one) => ({ ...one, trouble: one.trouble?.is === "red" ? null : one.trouble, mends: unmerged.mends })),
  HeadMoved: (site, { to }) => ({ ...site, previous: site.head.commit, head: to, candidates: {} }),
  Delivered: (site, delivery) => ({ ...site, delivery }),
  DeliveryUndone: (site) => ({ ...site, delivery: null }),
  PlacesDropped: (site) => ({ ...site, candidates: {}, dropped: true }),
};

const applied = <K extends Later>(site: Site, { type, data }: WorkEvents[K] & { readonly type: K }): Site => table[type](site, data);

/** Throws where anything is said of work before its base is known: then the ledger is damaged. */
export const evolve = (site: Site | null, event: Recorded<WorkEvent>): Site => {
  if (event.type === "BaseSet") {
    const { base, branch, name, ready } = event.data;
    const start = {
      ready,
      tried: ready.checks.length === 0 ? { red: [], answered: true } : null,
      expected: [],
      previous: null,
      landed: 0,
      taken: 0,
      candidates: {},
      marks: {},
      delivery: null,
      dropped: false,
    };
    return { ...start, base: { ...base, branch }, branch: name, head: base };
  }
  if (site === null) throw new TypeError(`nothing is known of the run's work before ${event.type}`);
  return applied(site, event);
};

/** What an event of the protocol's own means for the work: a name for where it stands, or back to one. */
export const marked = (site: Site, mark: { readonly at: string } | { readonly back: string }, lands: (unit: string) => boolean): Site => {
  if ("at" in mark) {
    const awaits = Object.keys(site.candidates).filter(lands);
    return { ...site, marks: { ...site.marks, [mark.at]: { ...site.head, awaits } } };
  }
  const found = site.marks[mark.back];
  if (found === undefined) return { ...site, candidates: {} };
  const to = { commit: found.commit, tree: found.tree };
  return to.commit === site.head.commit ? { ...site, candidates: {} } : { ...site, previous: site.head.commit, head: to, candidates: {} };
};

export const isWorkEvent = (event: Recorded): event is Recorded<WorkEvent> => event.type === "BaseSet" || Object.hasOwn(table, event.type);
