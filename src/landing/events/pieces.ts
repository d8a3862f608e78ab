// Events of jobs' work, until it lands or is given up.
import { event, type Scope, mostFiles, next, stands } from "../scope.ts";
import { type Candidate, type Site, commitOf, isMendOf, isPersons } from "../site.ts";
import { anew, change, unmerged, withDoer, without } from "../changes.ts";
import { shortId } from "../../core/words/short-id.ts";
import { firstOf } from "../../core/words/how-many.ts";
import { own } from "../../core/reports/attempt-end.ts";
import * as t from "../../kit/schema.ts";
import * as shapes from "../shapes.ts";

/** Only mending jobs belong to the frame; the protocol reports the end of its own jobs. */
const isMend = ({ candidates }: Scope, unit: string, job: string): boolean => {
  const candidate = candidates[unit];
  return (
    candidate !== undefined &&
    ![...candidate.doers, ...candidate.waiting.map(({ doer }) => doer)].some(
      (doer) => doer.job === job,
    )
  );
};

export const workTaken = event("WorkTaken", {
  means: "What a job left in its place, as a commit.",
  data: shapes.collected,
  line: ({ unit, work }) => `${unit} as ${shortId(work.commit)}`,
  ends: ({ unit, doer }, told) => (isMend(told, unit, doer.job) ? [own("mended")] : []),
  apply(site, { unit, doer, work, from, held }) {
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
    // A mend is credited to the original author.
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
});

export const workJoined = event("WorkJoined", {
  means: "A unit's work, together with what another of its jobs left.",
  data: shapes.joined,
  line: ({ unit, onto, work }) => `${unit} onto ${shortId(onto)} as ${shortId(work.commit)}`,
  apply: (site, { unit, work }) =>
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
});

export const workMerged = event("WorkMerged", {
  means: "A unit's work, merged with what has landed.",
  /** `ahead`: the unit whose work it was merged onto before that landed. */
  data: { ...shapes.merged, ahead: t.optional(t.text) },
  line: ({ unit, onto, merged, ahead }) =>
    `${unit} onto ${shortId(onto)}${ahead === undefined ? "" : ` of ${ahead}`} as ${shortId(merged.commit)}`,
  broken(site, { ahead, onto }) {
    const below = ahead === undefined ? site.head.commit : site.candidates[ahead]?.merged?.commit;
    return below === onto
      ? null
      : "what it was merged onto is neither the head nor what would land before it";
  },
  apply: (site, { unit, onto, merged, ahead }) =>
    change(site, unit, (one) => ({
      ...one,
      merged: { ...merged, onto, ...(ahead === undefined ? {} : { ahead }) },
      merges: one.merges + 1,
      trouble: null,
      green: null,
      early: null,
    })),
});

export const conflictFound = event("ConflictFound", {
  means: "A unit's work conflicts with what landed meanwhile.",
  data: shapes.conflict,
  line: ({ unit, files }) => `${unit} in ${files.join(", ")}`,
  news: {
    word: "again",
    line: ({ unit, files }, told) =>
      `${unit} conflicts in ${firstOf(files, mostFiles)}${next(told, unit)}`,
  },
  ends: ({ unit, files }, told) =>
    stands(told, unit, "conflict", `with what landed meanwhile, in ${firstOf(files, mostFiles)}`),
  apply: (site, { unit, onto, files }) =>
    change(site, unit, (one) => ({
      ...one,
      ...(one.waiting.length > 0 ? {} : { merged: null, green: null }),
      trouble: { is: "conflict", onto, files },
    })),
});

export const mendBegun = event("MendBegun", {
  means: "The agent that did the work mends it.",
  data: shapes.unitOnly,
  line: ({ unit }) => unit,
  apply: (site, { unit }) =>
    change(site, unit, (one) => ({
      ...one,
      mends: { ...one.mends, begun: one.mends.begun + 1, running: true },
    })),
});

export const mendEnded = event("MendEnded", {
  means: "An attempt at mending ended without work.",
  data: shapes.mendEnd,
  line: ({ unit, why }) => `${unit}: ${why}`,
  ends: ({ why }) => [own("failed", why)],
  apply: (site, { unit, unspent }) =>
    change(site, unit, (one) => ({
      ...one,
      mends: { ...one.mends, begun: one.mends.begun - (unspent ? 1 : 0), running: false },
    })),
});

export const mendsAllowed = event("MendsAllowed", {
  means: "A unit's work may be mended some more times.",
  data: { unit: t.text },
  line: ({ unit }) => unit,
  // A check may be red for a reason outside the tree that the person fixed, so it runs again first.
  apply: (site, { unit }) =>
    change(site, unit, (one) => ({
      ...one,
      trouble: one.trouble?.is === "red" || isPersons(one) ? null : one.trouble,
      mends: anew(one.mends),
    })),
});

export const workDropped = event("WorkDropped", {
  means: "A unit's work was given up.",
  data: shapes.drop,
  line: ({ unit, reason }) => `${unit}: ${reason}`,
  news: "failed",
  apply(site, { unit }) {
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
});
