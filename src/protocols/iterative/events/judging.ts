// Events of what programs, verifiers and reviewers found.
import { ofUnit, own } from "../../../core/reports/attempt-end.ts";
import { howMany } from "../../../core/words/how-many.ts";
import { because, oneLine } from "../../../core/words/quote.ts";
import * as t from "../../../kit/schema.ts";
import { withDocuments } from "../documents.ts";
import { changeUnit, currented, noProofs, touching, unjudged } from "../evolve/change.ts";
import { pathsOf } from "../marks.ts";
import { gateBroken, reviewBroken, verdictBroken } from "../proofs.ts";
import * as s from "../shapes.ts";
import type { Gated, State, Unit } from "../state.ts";
import { redLine } from "../units.ts";
import { event } from "./declare.ts";
import { some } from "./words.ts";

type Gate = t.DataOf<typeof s.gateRun>;
const red = ({ checks }: Gate): Gate["checks"] => checks.filter(({ passed }) => !passed);
const namesOf = (checks: Gate["checks"]): readonly string[] => checks.map(({ name }) => name);

/** Remembers the tree of red gates. */
const gated = (before: Gated | undefined, data: Gate): { readonly gated?: Gated } => {
  const names = namesOf(red(data));
  const hollow = namesOf(data.checks.filter((check) => check.hollow === true));
  const flipped = namesOf(data.checks.filter((check) => check.flipped === true));
  const redOn = names.length > 0 ? { tree: data.tree, names } : (before?.redOn ?? null);
  if (before === undefined && hollow.length + flipped.length === 0 && redOn === null) return {};
  const nothing = data.outcome === "none configured" && hollow.length > 0;
  return { gated: { hollow, flipped, nothing, redOn } };
};

const unitGate = (before: Unit, data: Gate, at: string): Unit => {
  const { red: _, ...unit } = before;
  const counted = { ...unit, gates: data.n, ...gated(unit.gated, data) };
  if (data.outcome === "restless") return { ...counted, restless: true };
  const settled = { ...counted, restless: false };
  if (data.outcome === "red")
    return {
      ...settled,
      stage: "work",
      variant: "later",
      proofs: noProofs,
      red: red(data).map(({ name, argv, exit, why, excerpt }) => ({
        name,
        argv,
        exit,
        why,
        excerpt,
      })),
      remaining: redLine(red(data)),
      counters: { ...unit.counters, redGates: unit.counters.redGates + 1 },
    };
  return {
    ...settled,
    stage: unit.stage === "regate" ? "verify" : "confirm",
    content: data.content,
    proofs: { ...unit.proofs, gate: { content: data.content, tree: data.tree, n: data.n, at } },
    counters: { ...unit.counters, redGates: 0 },
  };
};

const finalGate = (state: State, data: Gate, at: string): State => {
  const final = { ...state.final, gates: data.n, ...gated(state.final.gated, data) };
  if (data.outcome === "restless") return { ...state, final: { ...final, restless: true } };
  const names = data.outcome === "red" ? namesOf(red(data)) : [];
  const none = data.outcome === "none configured";
  const gate = { tree: data.tree, n: data.n, red: names, none, at };
  return { ...state, final: { ...final, restless: false, gate } };
};

/** Checks that also pass on an empty tree are configured but count as none. */
const outcomeWords = ({ outcome, checks }: Gate): string => {
  const hollow = namesOf(checks.filter((check) => check.hollow === true));
  return outcome !== "none configured" || hollow.length === 0
    ? `, ${outcome}`
    : ` shows nothing: ${oneLine(hollow.join(", "))} ${hollow.length === 1 ? "passes" : "pass"} on an empty tree`;
};

export const gateRun = event("GateRun", {
  means:
    "The engine ran the configured programs; without any it is recorded as none configured, never as passed.",
  data: s.gateRun,
  line: (data) =>
    `${data.unit ?? "final"}, gate ${data.n}${outcomeWords(data)}${some(namesOf(red(data)))}`,
  by: ["engine"],
  refers: ({ checks }) => ({
    outputs: checks.flatMap(({ digest }) => (digest === null ? [] : [digest])),
  }),
  ends: (data) => {
    const { unit, outcome } = data;
    if (outcome === "green") return [own("passed")];
    if (outcome === "none configured") return [own("void", "no check is configured")];
    if (outcome === "restless") return [own("failed", "the files changed meanwhile")];
    const names = namesOf(red(data)).join(", ");
    return [
      own("failed", names),
      ...(unit === null ? [] : [ofUnit(unit, "returned", `red: ${names}`)]),
    ];
  },
  broken: gateBroken,
  apply: (state, data, { at }) =>
    withDocuments(
      data.unit === null
        ? finalGate(state, data, at)
        : changeUnit(state, data.unit, (unit) => unitGate(unit, data, at)),
      data.documents,
    ),
});

export const verdictGiven = event("VerdictGiven", {
  means: "An agent that wrote none of it judged the unit.",
  data: s.verdict,
  line: ({ unit, verdict, gaps, why, changed }) =>
    `${unit}, ${verdict}${gaps.length === 0 ? "" : `, ${howMany(gaps.length, "gap")}`}${changed.length === 0 ? "" : ", and changed something"}${because(gaps[0]?.problem ?? why)}`,
  news: "ends",
  by: ["engine"],
  doer: ({ holder }) => holder,
  ends: ({ unit, verdict, gaps, why }) => {
    if (verdict === "VERIFIED") return [own("judged", "all criteria are met")];
    const found = `${howMany(gaps.length, "gap")}${because(gaps[0]?.problem ?? why)}`;
    return [own("judged", found), ofUnit(unit, "returned", found)];
  },
  broken: verdictBroken,
  // A verifier that changed something gives no verdict; WorkFound handles that.
  apply: (state, data, { at }) =>
    currented(
      changeUnit(state, data.unit, (unit): Unit => {
        const { verdict, holder, number, content, changed, gaps } = data;
        const failed = verdict === "GAPS_FOUND" || changed.length > 0;
        const { voids: _, rejected, ...counters } = unit.counters;
        const after: Unit = {
          ...touching(unit, pathsOf(changed)),
          pass: null,
          verifications: number,
          counters: { ...counters, voids: 0, rejected: rejected + (failed ? 1 : 0) },
        };
        if (changed.length > 0) return after;
        const read = { ...after, judged: data.criteria, content };
        return verdict === "VERIFIED"
          ? {
              ...read,
              minorGaps: gaps,
              proofs: { ...unit.proofs, verdict: { content, holder, n: number, at } },
            }
          : {
              ...read,
              stage: "work",
              variant: "later",
              proofs: noProofs,
              gaps,
              remaining: gaps.map(({ severity, problem }) => `${severity}: ${problem}`).join("; "),
            };
      }),
    ),
});

export const reviewGiven = event("ReviewGiven", {
  means: "An agent that worked on no unit judged the whole.",
  data: {
    round: t.count,
    holder: t.text,
    verdict: t.oneOf(["REVIEW_PASS", "REVIEW_FAIL"]),
    checked: t.text,
    issues: t.list(s.issue),
    tree: s.maybe,
    changed: t.texts,
  },
  line: ({ round, verdict, issues, changed }) =>
    `review ${round}, ${verdict}, ${howMany(issues.length, "issue")}${changed.length === 0 ? "" : ", and changed something"}`,
  news: "ends",
  doer: ({ holder }) => holder,
  ends: ({ issues }) => [
    own("judged", `${howMany(issues.length, "issue")}${because(issues[0]?.problem ?? null)}`),
  ],
  broken: reviewBroken,
  // A review that changed the work counts as a failed attempt, because its issues refer to content that no longer exists.
  apply: (state, data) => {
    const sound = data.changed.length === 0;
    const passed =
      sound && data.verdict === "REVIEW_PASS" && data.tree === (state.final.gate?.tree ?? null);
    return {
      ...state,
      reviewer: {
        ...state.reviewer,
        n: state.reviewer.n + 1,
        attempts: passed ? 0 : state.reviewer.attempts,
        why: null,
      },
      final: {
        ...state.final,
        reviews: data.round,
        review: sound ? { verdict: data.verdict, tree: data.tree, round: data.round } : null,
        minorGaps: sound
          ? data.issues.filter(({ severity }) => severity === "minor")
          : state.final.minorGaps,
        issues: [],
        waits: false,
      },
    };
  },
});

export const reviewVoided = event("ReviewVoided", {
  means: "The review counts no more.",
  data: { why: t.text },
  line: ({ why }) => oneLine(why),
  ends: ({ why }) => [own("void", why)],
  apply: (state) => unjudged(state),
});

export const issuesRaised = event("IssuesRaised", {
  means: "Issues of a red final gate, a review or a person go to units, or wait for a person.",
  data: {
    issues: t.list(s.issue),
    counted: t.means("a round of the review's is used for them", t.flag),
    waits: t.means("the rounds are used up: a person decides first", t.flag),
  },
  line: ({ issues, waits }) =>
    `${howMany(issues.length, "issue")}${waits ? ", a person decides" : ""}${because(issues[0]?.problem ?? null)}`,
  news: "again",
  // Reworked units are judged anew; what waits for a person stays until the answer.
  apply: (state, data) => {
    const reviewer = {
      ...state.reviewer,
      attempts: 0,
      rounds: state.reviewer.rounds + (data.counted ? 1 : 0),
    };
    if (!data.waits)
      return {
        ...unjudged({ ...state, reviewer }),
        final: { ...unjudged(state).final, issues: [], waits: false },
      };
    return {
      ...state,
      reviewer,
      final: { ...state.final, issues: data.issues, waits: true, asked: state.final.asked + 1 },
    };
  },
});

export const reviewAnswered = event("ReviewAnswered", {
  means: "A person said how it goes on after the last round of reviews.",
  data: { option: t.oneOf(["again", "accept"]), reason: t.text },
  line: ({ option, reason }) => `${option}${because(reason)}`,
  apply: (state, data, { at, by }) => {
    const reviewer = { ...state.reviewer, rounds: 0, attempts: 0 };
    const final = { ...state.final, waits: false };
    if (data.option === "again") return { ...state, reviewer, final };
    return {
      ...state,
      reviewer,
      final: { ...final, accepted: { by: by.name, reason: data.reason } },
      bypasses: [
        ...state.bypasses,
        { what: "review accepted with open issues", by: by.name, reason: data.reason, at },
      ],
    };
  },
});
