// How each event of a run's work changes where it stands.
import type { Recorded } from "../core/row.ts";
import type { WorkEvent, WorkEvents } from "./messages.ts";
import { finalOf } from "./final.ts";
import { isMendOf } from "./mend-key.ts";
import {
  type Candidate,
  type Commit,
  commitOf,
  type Doer,
  type EarlyTrial,
  isPersons,
  type Site,
} from "./site.ts";

type Later = Exclude<keyof WorkEvents, "BaseSet">;
type Evolve<K extends Later> = (site: Site, data: WorkEvents[K]["data"]) => Site;

const change = (site: Site, unit: string, to: (candidate: Candidate) => Candidate): Site => {
  const candidate = site.candidates[unit];
  return candidate === undefined
    ? site
    : { ...site, candidates: { ...site.candidates, [unit]: to(candidate) } };
};
const without = (site: Site, unit: string): Site => ({
  ...site,
  candidates: Object.fromEntries(Object.entries(site.candidates).filter(([name]) => name !== unit)),
});

const markAfter = (
  mark: Site["marks"][string],
  unit: string,
  landed: Commit,
): Site["marks"][string] =>
  mark.awaits.includes(unit)
    ? { ...landed, awaits: mark.awaits.filter((one) => one !== unit) }
    : mark;

type Mends = Candidate["mends"];
const anew = ({ begun, past }: Mends): Mends => ({ begun: 0, running: false, past: past + begun });
const unmerged = {
  merged: null,
  merges: 0,
  trouble: null,
  green: null,
  early: null,
  mends: { begun: 0, running: false, past: 0 },
} as const;
const withDoer = (doers: readonly Doer[], doer: Doer): readonly Doer[] => [
  ...doers.filter(({ job }) => job !== doer.job),
  doer,
];

/** `setup`: that is tried there, too. */
const untried = ({ checks, setup: made }: Site["ready"], setup: boolean): Site["tried"] =>
  checks.length > 0 || (setup && made !== null) ? null : { red: [], answered: true };
const tried = (site: Site, unit: string, { commit, passed, said, green }: EarlyTrial): Site =>
  change(
    { ...site, expected: site.expected.filter((name) => !green.includes(name)) },
    unit,
    (one) =>
      passed
        ? { ...one, green: commit }
        : {
            ...one,
            green: null,
            trouble: { is: "red", onto: one.merged?.onto ?? site.head.commit, said },
          },
  );

/** What it rests on is the head now. A check that may not be red any more since it landed has to run again. */
const arrived = (site: Site, { unit, merged, early }: Candidate): Site => {
  if (merged === null) return site;
  const { ahead: _, ...stands } = merged;
  const now = change(site, unit, (one) => ({ ...one, merged: stands, early: null }));
  const counts =
    early !== null &&
    early.commit === merged.commit &&
    early.excused.every((name) => site.expected.includes(name));
  return counts ? tried(now, unit, early) : now;
};

const table: { readonly [K in Later]: Evolve<K> } = {
  BaseTried: (site, { red, setup, fenced }) => ({
    ...site,
    tried: {
      red,
      answered: red.length === 0 && setup === undefined,
      ...(setup === undefined ? {} : { setup }),
      ...(fenced === undefined ? {} : { fenced }),
    },
  }),
  BaseAnswered(site, { answer, ready }) {
    if (answer === "again" && ready !== undefined)
      return {
        ...site,
        ready,
        tried: untried(ready, true),
        expected: [],
        rereads: site.rereads + 1,
      };
    // Without it the checks are to be tried, which it kept from running.
    if (site.tried?.setup !== undefined) {
      const rest = { ...site.ready, setup: null };
      return { ...site, ready: rest, tried: untried(rest, true), rereads: site.rereads + 1 };
    }
    const red = (site.tried?.red ?? []).map(({ name }) => name);
    const tried = { red: site.tried?.red ?? [], answered: true };
    if (answer === "expect") return { ...site, tried, expected: red };
    return {
      ...site,
      tried,
      ready: { ...site.ready, checks: site.ready.checks.filter(({ name }) => !red.includes(name)) },
    };
  },
  InputsLent: (site, { files }) => ({ ...site, inputs: files }),
  WorkTaken(site, { unit, doer, work, from, held }) {
    const before = site.candidates[unit];
    const taken = site.taken + 1;
    const now = (candidate: Candidate): Site => ({
      ...site,
      taken,
      candidates: { ...site.candidates, [unit]: candidate },
    });
    const trouble = held === undefined ? null : ({ is: "held", said: held } as const);
    const placed = from === undefined ? {} : { placed: true };
    const fresh = {
      ...unmerged,
      ...placed,
      trouble,
      unit,
      doer,
      n: taken,
      work,
      doers: [doer],
      waiting: [],
    };
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
    return now({
      ...fresh,
      doers: from === undefined ? [doer] : withDoer(before.doers, doer),
      waiting,
    });
  },
  WorkJoined: (site, { unit, work }) =>
    change(site, unit, (one) => {
      const [first, ...waiting] = one.waiting;
      if (first === undefined) return one;
      return {
        ...one,
        ...unmerged,
        placed: true,
        doer: first.doer,
        work,
        doers: withDoer(one.doers, first.doer),
        waiting,
      };
    }),
  WorkMerged: (site, { unit, onto, merged, ahead }) =>
    change(site, unit, (one) => ({
      ...one,
      merged: { ...merged, onto, ...(ahead === undefined ? {} : { ahead }) },
      merges: one.merges + 1,
      trouble: null,
      green: null,
      early: null,
    })),
  ConflictFound: (site, { unit, onto, files }) =>
    change(site, unit, (one) => ({
      ...one,
      ...(one.waiting.length > 0 ? {} : { merged: null, green: null }),
      trouble: { is: "conflict", onto, files },
    })),
  MendBegun: (site, { unit }) =>
    change(site, unit, (one) => ({
      ...one,
      mends: { ...one.mends, begun: one.mends.begun + 1, running: true },
    })),
  MendEnded: (site, { unit }) =>
    change(site, unit, (one) => ({ ...one, mends: { ...one.mends, running: false } })),
  LandingTried: (site, { unit, commit, passed, said, green, excused = [] }) =>
    site.candidates[unit]?.merged?.ahead === undefined
      ? tried(site, unit, { commit, passed, said, green, excused })
      : change(site, unit, (one) => ({ ...one, early: { commit, passed, said, green, excused } })),
  FinalTried(site, { unit, passed, said }) {
    const { green, red, ...trial } = finalOf(site);
    const final = {
      ...trial,
      green: passed ? [...green, unit] : green,
      red: passed ? red : [...red, { unit, said }],
    };
    return { ...site, final };
  },
  FinalAnswered: (site, { answer }) => {
    const trial = finalOf(site);
    return {
      ...site,
      final: answer === "again" ? { ...trial, red: [] } : { ...trial, failed: true },
    };
  },
  WorkLanded(site, { unit, n, landed }) {
    const now = {
      ...without(site, unit),
      previous: site.landed === 0 ? null : site.head.commit,
      head: landed,
      landed: n,
      marks: Object.fromEntries(
        Object.entries(site.marks).map(([name, mark]) => [name, markAfter(mark, unit, landed)]),
      ),
    };
    const above = Object.values(now.candidates).filter(
      ({ merged }) => merged?.ahead === unit && merged.onto === landed.commit,
    );
    return above.reduce(arrived, now);
  },
  WorkDropped(site, { unit }) {
    const own = site.candidates[unit];
    const [first, ...waiting] = own?.waiting ?? [];
    if (own !== undefined && isPersons(own))
      return { ...without(site, unit), declined: [...site.declined, own.work.commit] };
    if (first === undefined) return without(site, unit);
    return change(site, unit, (one) => ({
      ...one,
      waiting,
      trouble: null,
      mends: anew(one.mends),
    }));
  },
  // What made a check red may lie outside of the tree, and be mended there by whoever answers: the check runs again first.
  MendsAllowed: (site, { unit }) =>
    change(site, unit, (one) => ({
      ...one,
      trouble: one.trouble?.is === "red" || isPersons(one) ? null : one.trouble,
      mends: anew(one.mends),
    })),
  HeadMoved: (site, { to }) => ({ ...site, previous: site.head.commit, head: to, candidates: {} }),
  Delivered: (site, delivery) => ({
    ...site,
    delivery,
    undone: false,
    earlier: site.delivery === null ? [] : [...site.earlier, site.delivery],
  }),
  // Before the commit was named in it, it took back all that was known.
  DeliveryUndone: (site, { merge }) => ({
    ...site,
    undone: true,
    delivery: merge === undefined ? null : (site.earlier.at(-1) ?? null),
    earlier: merge === undefined ? [] : site.earlier.slice(0, -1),
  }),
  PlacesDropped: (site) => ({ ...site, candidates: {}, dropped: true }),
};

const applied = <K extends Later>(
  site: Site,
  { type, data }: WorkEvents[K] & { readonly type: K },
): Site => table[type](site, data);

/** Throws where anything is said of work before its base is known: then the ledger is damaged. */
export const evolve = (site: Site | null, event: Recorded<WorkEvent>): Site => {
  if (event.type === "BaseSet") {
    const { base, branch, name, ready, trial } = event.data;
    const start = {
      ready,
      tried: untried(ready, trial === true),
      rereads: 0,
      inputs: {},
      final: null,
      expected: [],
      previous: null,
      landed: 0,
      taken: 0,
      candidates: {},
      marks: {},
      delivery: null,
      earlier: [],
      declined: [],
      dropped: false,
    };
    return { ...start, base: { ...base, branch }, branch: name, head: base };
  }
  if (site === null) throw new TypeError(`nothing is known of the run's work before ${event.type}`);
  return applied(site, event);
};

/** What an event of the protocol's own means for the work: a name for where it stands, or back to one. */
export const marked = (
  site: Site,
  mark: { readonly at: string } | { readonly back: string },
  lands: (unit: string) => boolean,
): Site => {
  if ("at" in mark) {
    const awaits = Object.keys(site.candidates).filter(lands);
    return { ...site, marks: { ...site.marks, [mark.at]: { ...site.head, awaits } } };
  }
  const found = site.marks[mark.back];
  if (found === undefined) return { ...site, candidates: {} };
  const to = { commit: found.commit, tree: found.tree };
  return to.commit === site.head.commit
    ? { ...site, candidates: {} }
    : { ...site, previous: site.head.commit, head: to, candidates: {} };
};

export const isWorkEvent = (event: Recorded): event is Recorded<WorkEvent> =>
  event.type === "BaseSet" || Object.hasOwn(table, event.type);
