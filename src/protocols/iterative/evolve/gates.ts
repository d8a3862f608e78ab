// Why: what programs and verifiers found, and that a unit is done when they agree on one content.
import { pathsOf } from "../marks.ts";
import { withDocuments } from "../documents.ts";
import type { Gated, State, Unit } from "../state.ts";
import { redLine } from "../units.ts";
import { changeUnit, type Evolve, type Happened, noCounters, noProofs } from "./change.ts";
import { currented, touching } from "./passes.ts";

type Table = { readonly [K in "GateRun" | "VerdictGiven" | "UnitSettled"]: Evolve<K> };

/** Gates that were red stay known by the tree on which they were. */
const gated = (
  before: Gated | undefined,
  { data }: Happened<"GateRun">,
): { readonly gated?: Gated } => {
  const namesOf = (checks: typeof data.checks): readonly string[] => checks.map(({ name }) => name);
  const names = namesOf(data.checks.filter(({ passed }) => !passed));
  const hollow = namesOf(data.checks.filter((check) => check.hollow === true));
  const flipped = namesOf(data.checks.filter((check) => check.flipped === true));
  const redOn = names.length > 0 ? { tree: data.tree, names } : (before?.redOn ?? null);
  if (before === undefined && hollow.length + flipped.length === 0 && redOn === null) return {};
  return {
    gated: {
      hollow,
      flipped,
      nothing: data.outcome === "none configured" && hollow.length > 0,
      redOn,
    },
  };
};

const unitGate = (before: Unit, event: Happened<"GateRun">): Unit => {
  const { data, at } = event;
  const { red: _, ...unit } = before;
  const counted = { ...unit, gates: data.n, ...gated(unit.gated, event) };
  if (data.outcome === "restless") return { ...counted, restless: true };
  const settled = { ...counted, restless: false };
  const red = data.checks.filter(({ passed }) => !passed);
  if (data.outcome === "red")
    return {
      ...settled,
      stage: "work",
      variant: "later",
      proofs: noProofs,
      red: red.map(({ name, argv, exit, why, excerpt }) => ({ name, argv, exit, why, excerpt })),
      remaining: redLine(red),
      counters: { ...unit.counters, redGates: unit.counters.redGates + 1 },
    };
  return {
    ...settled,
    stage: unit.stage === "regate" ? "verify" : "confirm",
    content: data.content,
    uncommitted: [],
    proofs: { ...unit.proofs, gate: { content: data.content, tree: data.tree, n: data.n, at } },
    counters: { ...unit.counters, redGates: 0 },
  };
};

const finalGate = (state: State, event: Happened<"GateRun">): State => {
  const { data, at } = event;
  const final = { ...state.final, gates: data.n, ...gated(state.final.gated, event) };
  if (data.outcome === "restless") return { ...state, final: { ...final, restless: true } };
  const red =
    data.outcome === "red"
      ? data.checks.filter(({ passed }) => !passed).map(({ name }) => name)
      : [];
  const gate = { tree: data.tree, n: data.n, red, none: data.outcome === "none configured", at };
  return { ...state, final: { ...final, restless: false, gate } };
};

/** A verifier that changed something has given no verdict; what is done with that is WorkFound's. */
const judged = (unit: Unit, { data, at }: Happened<"VerdictGiven">): Unit => {
  const { verdict, holder, number, content } = data;
  const failed = verdict === "GAPS_FOUND" || data.changed.length > 0;
  const after: Unit = {
    ...touching(unit, pathsOf(data.changed)),
    pass: null,
    uncommitted: [...new Set([...unit.uncommitted, ...pathsOf(data.changed)])],
    verifications: number,
    counters: { ...unit.counters, voids: 0, rejected: unit.counters.rejected + (failed ? 1 : 0) },
  };
  if (data.changed.length > 0) return after;
  const read = { ...after, judged: data.criteria, content };
  return verdict === "VERIFIED"
    ? {
        ...read,
        minorGaps: data.gaps,
        proofs: { ...unit.proofs, verdict: { content, holder, n: number, at } },
      }
    : {
        ...read,
        stage: "work",
        variant: "later",
        proofs: noProofs,
        gaps: data.gaps,
        remaining: data.gaps.map(({ severity, problem }) => `${severity}: ${problem}`).join("; "),
      };
};

export const gates: Table = {
  GateRun: (state, event) =>
    withDocuments(
      event.data.unit === null
        ? finalGate(state, event)
        : changeUnit(state, event.data.unit, (unit) => unitGate(unit, event)),
      event.data.documents,
    ),
  VerdictGiven: (state, event) =>
    currented(changeUnit(state, event.data.unit, (unit) => judged(unit, event))),
  UnitSettled: (state, { data, at }) =>
    changeUnit(state, data.unit, (unit) => ({
      ...unit,
      stage: "settled",
      basis: "proven",
      completedAt: at,
      gaps: [],
      remaining: null,
      counters: noCounters,
    })),
};
