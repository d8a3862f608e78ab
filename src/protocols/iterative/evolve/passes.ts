// Why: what the beginning and the end of a pass leave in its unit: counts, what was touched, and the stage that follows.
import { matchesAny } from "../../../core/glob.ts";
import { digestsLimit, touchedLimit } from "../limits.ts";
import type { Pass, PassKind, Stage, State, Unit } from "../state.ts";
import { withDocuments } from "../documents.ts";
import { contentOf, livePasses } from "../units.ts";
import { changeUnit, type Evolve, type Happened, noProofs } from "./change.ts";

type Table = {
  readonly [
    K in
      | "PassBegun"
      | "EntryKept"
      | "PassEnded"
      | "PassVoided"
      | "WorkConfirmed"
      | "WorkFound"
      | "ProofStaled"
  ]: Evolve<K>;
};
type Ended = Happened<"PassEnded">["data"];

/** Kinds that use up an iteration. */
export const isWork = (kind: PassKind): boolean =>
  kind === "work" || kind === "fix" || kind === "revise";

/** A review was asked for, and hasn't come. */
const isReviewOpen = ({ final: { gate, review } }: State): boolean =>
  gate !== null && gate.red.length === 0 && review === null;

/** What is being done is no longer what the final gate and the review judged, or a person accepted; the review that comes is another one. */
export const unjudged = (state: State): State => ({
  ...state,
  reviewer: isReviewOpen(state) ? { ...state.reviewer, n: state.reviewer.n + 1 } : state.reviewer,
  final: { ...state.final, gate: null, review: null, accepted: null, restless: false },
});

/** The live pass begun last; without one what was current stays. */
export const currented = (state: State): State => {
  const last = livePasses(state).reduce<Unit | null>(
    (latest, unit) =>
      latest === null || (unit.pass?.at ?? "") >= (latest.pass?.at ?? "") ? unit : latest,
    null,
  );
  const id = last?.id ?? state.current?.unit;
  const unit = state.units.find((one) => one.id === id);
  return unit === undefined
    ? state
    : { ...state, current: { unit: unit.id, iteration: unit.used } };
};

const begun = (state: State, { data, at }: Happened<"PassBegun">): State => {
  const others = livePasses(state).map(({ id }) => id);
  const pass: Pass = {
    n: data.n,
    kind: data.kind,
    holder: data.holder,
    hand: data.hand,
    base: data.base,
    content: data.content,
    beside: others,
    entries: [],
    claimed: null,
    at,
  };
  const units = state.units.map((unit): Unit => {
    if (unit.id !== data.unit)
      return unit.pass === null
        ? unit
        : {
            ...unit,
            pass: { ...unit.pass, beside: [...new Set([...unit.pass.beside, data.unit])] },
          };
    return {
      ...unit,
      pass,
      seq: data.n,
      stage: unit.stage === "idle" ? "work" : unit.stage,
      notBefore: null,
      used: unit.used + (isWork(data.kind) ? 1 : 0),
      confirmations: unit.confirmations + (data.kind === "confirmation" ? 1 : 0),
      authors:
        data.kind === "verification" ? unit.authors : [...new Set([...unit.authors, data.holder])],
    };
  });
  const next = unjudged({ ...state, units });
  const used = units.find(({ id }) => id === data.unit)?.used ?? 0;
  return { ...next, current: { unit: data.unit, iteration: used } };
};

/** The unit's test pass is wanted before its first gate. */
const isTestDue = ({ mode, domain, settings }: State, unit: Unit): boolean =>
  mode === "development" &&
  settings.test_pass === "auto" &&
  !unit.tested &&
  domain !== "refactor" &&
  !unit.touched.some((path) => matchesAny(settings.test_paths, path));

/** Changed nothing, or came back to what the unit was before; a path that was never measured yet is neither. */
const stoodStill = (state: State, unit: Unit, { measured }: Ended): boolean => {
  if (!measured.did) return true;
  const known = contentOf(state, unit);
  const isNew = known !== null && measured.mine.some((path) => !matchesAny(known, path));
  return !isNew && measured.content !== null && unit.digests.includes(measured.content);
};

/** A confirmation's stage is final only with what follows: WorkConfirmed, WorkFound, or nothing. */
const stageAfter = (state: State, unit: Unit, { kind, result }: Ended): Stage => {
  if (result === "blocked") return unit.stage;
  if (kind === "confirmation") return result === "done" ? "gate" : "confirm";
  if (kind === "person") return "gate";
  if (kind === "test") return result === "done" ? "gate" : "work";
  if (kind === "verification") return unit.stage;
  return result === "continue" ? "work" : isTestDue(state, unit) ? "test" : "gate";
};

export const touching = (unit: Unit, paths: readonly string[]): Unit => {
  const touched = [...new Set([...unit.touched, ...paths])];
  return {
    ...unit,
    touched: touched.slice(0, touchedLimit),
    touchedAll: unit.touchedAll || touched.length >= touchedLimit,
  };
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
    uncommitted: measured.uncommitted,
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

const voided = (unit: Unit, { data }: Happened<"PassVoided">): Unit => ({
  ...unit,
  pass: null,
  notBefore: data.not_before,
  used: Math.max(0, unit.used - (isWork(data.kind) ? 1 : 0)),
  confirmations: Math.max(0, unit.confirmations - (data.kind === "confirmation" ? 1 : 0)),
  counters: { ...unit.counters, voids: unit.counters.voids + 1 },
});

/** Where a confirmation was not done there is work; whoever says done leaves what it changed to the gate. */
const found = (unit: Unit, { by }: Happened<"WorkFound">["data"]): Unit => {
  const again = {
    ...unit,
    proofs: noProofs,
    restless: false,
    authors: [...new Set([...unit.authors, by])],
  };
  return unit.stage === "confirm"
    ? { ...again, stage: "work", variant: "later" }
    : { ...again, stage: "gate" };
};

export const passes: Table = {
  PassBegun: begun,
  EntryKept: (state, { data }) =>
    changeUnit(state, data.unit, (unit) =>
      unit.pass === null
        ? unit
        : { ...unit, pass: { ...unit.pass, entries: [...unit.pass.entries, data.entry] } },
    ),
  PassEnded: (state, { data }) =>
    withDocuments(
      currented(changeUnit(state, data.unit, (unit) => ended(state, unit, data))),
      data.measured.documents,
    ),
  PassVoided: (state, event) =>
    currented(changeUnit(state, event.data.unit, (unit) => voided(unit, event))),
  // Ledgers of the first builds hold confirmations by file edits: no other agent agreed there.
  WorkConfirmed: (state, { data, at, by }) =>
    changeUnit(state, data.unit, (unit) => ({
      ...unit,
      stage: "regate",
      restless: false,
      proofs: {
        ...unit.proofs,
        ...(by.kind === "file"
          ? ({ consensus: null, edited: true } as const)
          : { consensus: { content: data.content, holder: data.holder, at } }),
      },
      counters: { ...unit.counters, unsettled: 0 },
    })),
  WorkFound: (state, { data }) => changeUnit(state, data.unit, (unit) => found(unit, data)),
  // Work that is never the same when it comes to be verified is a person's to look at; what a recovery finds is not counted.
  ProofStaled: (state, { data, by }) =>
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
};
