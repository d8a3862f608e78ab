// Events of checks on merged trees, of landings, of the run's head and of merges into a branch of its user.
import { checksUnit, finalOf, isUnproved } from "../trials.ts";
import { event, firstSaid, next, stands } from "../scope.ts";
import type { Candidate, Commit, EarlyTrial, Site } from "../site.ts";
import { change, without } from "../changes.ts";
import { shortId } from "../../core/words/short-id.ts";
import { ofJob, ofUnit, own } from "../../core/reports/attempt-end.ts";
import * as t from "../../kit/schema.ts";
import * as shapes from "../shapes.ts";

const markAfter = (
  mark: Site["marks"][string],
  unit: string,
  landed: Commit,
): Site["marks"][string] =>
  mark.awaits.includes(unit)
    ? { ...landed, awaits: mark.awaits.filter((one) => one !== unit) }
    : mark;

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

/** The work it rests on is now the head. Checks that may no longer be red since then must run again. */
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

export const landingTried = event("LandingTried", {
  means: "How the checks ended on the merged tree.",
  /** `excused`: checks that were red, as on the base; set if it rests on work that hadn't landed. */
  data: {
    unit: t.text,
    commit: shapes.id,
    passed: t.flag,
    said: t.text,
    green: t.list(t.text),
    proofs: t.optional(t.list(shapes.proved)),
    excused: t.optional(t.list(t.text)),
  },
  line: ({ unit, commit, passed, proofs = [] }) =>
    `${unit} on ${shortId(commit)}: ${passed ? "green" : "red"}${proofs.map(({ name, checked }) => (checked === undefined ? "" : `; ${name} with pinned paths, on tree ${shortId(checked)}`)).join("")}`,
  news: {
    word: "again",
    line: ({ unit, passed, said }, told) =>
      passed ? null : `${unit} fails on the merged tree: ${firstSaid(said)}${next(told, unit)}`,
  },
  ends: ({ unit, passed, said }, told) =>
    passed
      ? [own("passed")]
      : [own("failed", said), ...stands(told, unit, "returned", `red on the merged tree: ${said}`)],
  refers: ({ proofs = [] }) => ({ outputs: proofs.map(({ digest }) => digest) }),
  apply: (site, { unit, commit, passed, said, green, excused = [] }) =>
    site.candidates[unit]?.merged?.ahead === undefined
      ? tried(site, unit, { commit, passed, said, green, excused })
      : change(site, unit, (one) => ({ ...one, early: { commit, passed, said, green, excused } })),
});

export const workLanded = event("WorkLanded", {
  means: "A unit's work landed.",
  data: { unit: t.text, job: t.text, n: t.count, landed: shapes.commit },
  line: ({ unit, n, landed }) => `${unit} as landing ${n}, ${shortId(landed.commit)}`,
  news: "lands",
  ends: ({ unit, job }) => [ofUnit(unit, "landed"), ofJob(job, "landed")],
  refers: ({ landed }) => ({ commits: [landed.commit] }),
  broken(site, { unit, n, landed }) {
    const candidate = site.candidates[unit];
    const merged = candidate?.merged;
    if (n !== site.landed + 1) return `it is landing ${n}, and ${site.landed} were before it`;
    if (
      candidate === undefined ||
      merged === undefined ||
      merged === null ||
      merged.commit !== landed.commit ||
      merged.tree !== landed.tree
    )
      return "what it names is not what was merged and proved";
    if (merged.onto !== site.head.commit) return "it was merged onto another head";
    if (candidate.trouble !== null) return "it had a conflict or a red check by then";
    return isUnproved(site, candidate) ? "the repository's checks weren't green on it" : null;
  },
  apply(site, { unit, n, landed }) {
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
});

export const finalTried = event("FinalTried", {
  means: "How something that was shown before ended on the final head.",
  data: shapes.finalTrial,
  line: ({ unit, commit, passed }) => `${unit} on ${shortId(commit)}: ${passed ? "green" : "red"}`,
  news: {
    word: "failed",
    line: ({ unit, passed, said }) =>
      passed
        ? null
        : `${unit === checksUnit ? unit : `${unit} on the final head`}: ${firstSaid(said)}; you are asked what to do`,
  },
  ends: ({ passed, said }) => [passed ? own("passed") : own("failed", said)],
  apply(site, { unit, passed, said }) {
    const { green, red, ...trial } = finalOf(site);
    const final = {
      ...trial,
      green: passed ? [...green, unit] : green,
      red: passed ? red : [...red, { unit, said }],
    };
    return { ...site, final };
  },
});

export const finalAnswered = event("FinalAnswered", {
  means: "What becomes of a run that isn't green on its final head.",
  data: shapes.finalAnswer,
  line: ({ answer }) => (answer === "again" ? "it runs once more" : "the run ends without success"),
  apply: (site, { answer }) => {
    const trial = finalOf(site);
    return {
      ...site,
      final: answer === "again" ? { ...trial, red: [] } : { ...trial, failed: true },
    };
  },
});

export const headMoved = event("HeadMoved", {
  means: "The run stands at another commit of its own.",
  data: shapes.move,
  line: ({ to, reason }) => `to ${shortId(to.commit)}: ${reason}`,
  apply: (site, { to }) => ({ ...site, previous: site.head.commit, head: to, candidates: {} }),
});

export const delivered = event("Delivered", {
  means: "The run's work was merged into a branch of its user.",
  data: shapes.delivered,
  line: ({ to, branch }) => `${shortId(to)}${branch === null ? "" : ` into ${branch}`}`,
  apply: (site, delivery) => ({
    ...site,
    delivery,
    undone: false,
    earlier: site.delivery === null ? [] : [...site.earlier, site.delivery],
  }),
});

export const deliveryUndone = event("DeliveryUndone", {
  means: "That merge was taken back.",
  /** The commit that was reverted. */
  data: { merge: shapes.id },
  line: ({ merge }) => shortId(merge),
  apply: (site) => ({
    ...site,
    undone: true,
    delivery: site.earlier.at(-1) ?? null,
    earlier: site.earlier.slice(0, -1),
  }),
});

export const placesDropped = event("PlacesDropped", {
  means: "The run's branch and places were given up.",
  data: {},
  apply: (site) => ({ ...site, candidates: {}, dropped: true }),
});
