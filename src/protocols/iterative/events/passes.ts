// Events of passes: their beginnings and ends, and what a second look finds.
import { byReason, own } from "../../../core/reports/attempt-end.ts";
import { matchesAny } from "../../../core/glob.ts";
import { because, oneLine } from "../../../core/words/quote.ts";
import * as t from "../../../kit/schema.ts";
import { withDocuments } from "../documents.ts";
import { changeUnit, currented, isWork, noProofs, touching, unjudged } from "../evolve/change.ts";
import { digestsLimit } from "../limits.ts";
import { passBroken } from "../proofs.ts";
import * as s from "../shapes.ts";
import type { Pass, Stage, State, Unit } from "../state.ts";
import { contentOf, livePasses } from "../units.ts";
import { event } from "./declare.ts";
import { some } from "./words.ts";

export const passBegun = event("PassBegun", {
  means: "A fresh agent began to work once on a unit.",
  data: {
    unit: s.unit,
    n: s.pass,
    kind: s.passKind,
    holder: t.text,
    hand: t.flag,
    base: s.moment,
    content: s.maybe,
  },
  line: ({ unit, n, kind, holder }) => `${unit}#${n}, ${kind}, ${oneLine(holder, 80)}`,
  doer: ({ holder }) => holder,
  broken: passBroken,
  apply: (state, data, { at }) => {
    const { unit: id, n, kind, holder, hand, base, content } = data;
    const beside = livePasses(state).map((one) => one.id);
    const pass: Pass = {
      n,
      kind,
      holder,
      hand,
      base,
      content,
      beside,
      entries: [],
      claimed: null,
      at,
    };
    const units = state.units.map((unit): Unit => {
      if (unit.id !== id)
        return unit.pass === null
          ? unit
          : { ...unit, pass: { ...unit.pass, beside: [...new Set([...unit.pass.beside, id])] } };
      return {
        ...unit,
        pass,
        seq: n,
        stage: unit.stage === "idle" ? "work" : unit.stage,
        notBefore: null,
        used: unit.used + (isWork(kind) ? 1 : 0),
        confirmations: unit.confirmations + (kind === "confirmation" ? 1 : 0),
        authors: kind === "verification" ? unit.authors : [...new Set([...unit.authors, holder])],
      };
    });
    const iteration = units.find((unit) => unit.id === id)?.used ?? 0;
    return { ...unjudged({ ...state, units }), current: { unit: id, iteration } };
  },
});

export const entryKept = event("EntryKept", {
  means:
    "A new entry of progress.md was seen while its unit's pass was under way; it is read when that ends.",
  data: { unit: s.unit, n: s.pass, entry: t.text },
  line: ({ unit, n }) => `${unit}#${n}`,
  apply: (state, data) =>
    changeUnit(state, data.unit, (unit) =>
      unit.pass === null
        ? unit
        : { ...unit, pass: { ...unit.pass, entries: [...unit.pass.entries, data.entry] } },
    ),
});

type Ended = t.DataOf<typeof s.passEnd>;

/** The unit needs a test pass before its first gate. */
const isTestDue = ({ mode, domain, settings }: State, unit: Unit): boolean =>
  mode === "development" &&
  settings.test_pass === "auto" &&
  !unit.tested &&
  domain !== "refactor" &&
  !unit.touched.some((path) => matchesAny(settings.test_paths, path));

/** Nothing changed, or the content is the same as before; not if a path was never measured. */
const stoodStill = (state: State, unit: Unit, { measured }: Ended): boolean => {
  if (!measured.did) return true;
  const known = contentOf(state, unit);
  const isNew = known !== null && measured.mine.some((path) => !matchesAny(known, path));
  return !isNew && measured.content !== null && unit.digests.includes(measured.content);
};

/** The stage after a confirmation depends on the next event: WorkConfirmed, WorkFound, or none. */
const stageAfter = (state: State, unit: Unit, { kind, result }: Ended): Stage => {
  if (result === "blocked") return unit.stage;
  if (kind === "confirmation") return result === "done" ? "gate" : "confirm";
  if (kind === "person") return "gate";
  if (kind === "test") return result === "done" ? "gate" : "work";
  if (kind === "verification") return unit.stage;
  return result === "continue" ? "work" : isTestDue(state, unit) ? "test" : "gate";
};

const ended = (state: State, unit: Unit, data: Ended): Unit => {
  const { kind, result, said, measured } = data;
  const still =
    isWork(kind) && result === "continue" && stoodStill(state, unit, data)
      ? unit.counters.still + 1
      : 0;
  const after = touching(unit, measured.mine);
  const goesOn = result === "continue" && (isWork(kind) || kind === "test");
  return {
    ...after,
    pass: null,
    stage: stageAfter(state, after, data),
    variant: goesOn || result === "blocked" ? "later" : unit.variant,
    tested: unit.tested || kind === "test",
    remaining: said.remaining === "" ? null : said.remaining,
    lastDid: said.did,
    digests:
      measured.content === null
        ? unit.digests
        : [...unit.digests, measured.content].slice(-digestsLimit),
    content: measured.content,
    suspects: measured.suspects,
    counters: {
      ...unit.counters,
      voids: 0,
      still: isWork(kind) ? still : unit.counters.still,
      unsettled:
        unit.counters.unsettled + (kind === "confirmation" && result !== "blocked" ? 1 : 0),
    },
  };
};

export const passEnded = event("PassEnded", {
  means: "A pass ended: what it said, what was measured, and the rule that gave the result.",
  data: s.passEnd,
  line: ({ unit, n, kind, result, why, said }) =>
    `${unit}#${n}, ${kind}, ${result} (${oneLine(why, 80)})${because(said.did)}`,
  doer: ({ holder }) => holder,
  worked: ({ unit, kind }) => (["work", "fix", "revise", "test"].includes(kind) ? unit : null),
  refers: ({ output }) => (output === null ? {} : { outputs: [output] }),
  ends: ({ result, why, said }) => {
    if (result === "done") return [own("reported", said.did)];
    if (result === "blocked") return [own("failed", `blocked${because(said.blockers)}`)];
    const end = byReason(why);
    // A report of remaining work is not a failure.
    return end.is === "failed" && !/^(?:exit |fault:|its (?:output|exit)|it was stopped)/u.test(why)
      ? [own("partial", said.remaining === "" ? why : said.remaining)]
      : [end];
  },
  apply: (state, data) =>
    withDocuments(
      currented(changeUnit(state, data.unit, (unit) => ended(state, unit, data))),
      data.measured.documents,
    ),
});

export const passVoided = event("PassVoided", {
  means: "A pass came to nothing and does not count.",
  data: {
    unit: s.unit,
    n: s.pass,
    kind: s.passKind,
    why: t.text,
    not_before: s.maybe,
    unspent: t.optional(t.exactly(true)),
  },
  line: ({ unit, n, kind, why }) => `${unit}#${n}, ${kind}${because(why)}`,
  ends: ({ why }) => [byReason(why)],
  apply: (state, data) =>
    currented(
      changeUnit(state, data.unit, (unit) => ({
        ...unit,
        pass: null,
        notBefore: data.not_before,
        used: Math.max(0, unit.used - (isWork(data.kind) ? 1 : 0)),
        confirmations: Math.max(0, unit.confirmations - (data.kind === "confirmation" ? 1 : 0)),
        // Turned away by its model server, it was no pass.
        counters: { ...unit.counters, voids: unit.counters.voids + (data.unspent ? 0 : 1) },
      })),
    ),
});

export const workConfirmed = event("WorkConfirmed", {
  means: "Another agent with the same mandate found nothing left to do and changed nothing.",
  data: { unit: s.unit, content: s.maybe, holder: t.text },
  line: ({ unit, holder }) => `${unit}, by ${oneLine(holder, 80)}`,
  news: "ends",
  apply: (state, data, { at }) =>
    changeUnit(state, data.unit, (unit) => ({
      ...unit,
      stage: "regate",
      restless: false,
      proofs: {
        ...unit.proofs,
        consensus: { content: data.content, holder: data.holder, at },
      },
      counters: { ...unit.counters, unsettled: 0 },
    })),
});

export const workFound = event("WorkFound", {
  means: "A second look found work: what was agreed on is void.",
  data: { unit: s.unit, by: t.text, paths: t.texts },
  line: ({ unit, by, paths }) => `${unit}, by ${oneLine(by, 80)}${some(paths)}`,
  news: "again",
  // A confirmation that isn't done leaves work; changes of one that reports done go to the gate.
  apply: (state, { unit: id, by }) =>
    changeUnit(state, id, (unit): Unit => {
      const again = {
        ...unit,
        proofs: noProofs,
        restless: false,
        authors: [...new Set([...unit.authors, by])],
      };
      return unit.stage === "confirm"
        ? { ...again, stage: "work", variant: "later" }
        : { ...again, stage: "gate" };
    }),
});

export const proofStaled = event("ProofStaled", {
  means: "The unit's content is no longer what was proved.",
  data: { unit: s.unit, was: s.maybe, is: s.maybe },
  line: ({ unit }) => unit,
  // If the work differs at every verification, a person must look at it; findings of a recovery don't count.
  apply: (state, data, { by }) =>
    changeUnit(state, data.unit, (unit) => ({
      ...unit,
      stage: "gate",
      restless: false,
      proofs: noProofs,
      content: data.is,
      counters: {
        ...unit.counters,
        rejected: unit.counters.rejected + (by.kind === "recovery" ? 0 : 1),
      },
    })),
});
