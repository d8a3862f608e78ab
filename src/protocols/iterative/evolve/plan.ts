// Why: a plan's proposal, its approval and later changes of single units; what was proved of changed work is void.
import { isSpent } from "../ready.ts";
import type { Described, State, Unit } from "../state.ts";
import {
  changeUnit,
  type Evolve,
  freshDesk,
  freshUnit,
  type Happened,
  noProofs,
} from "./change.ts";

type Table = {
  readonly [
    K in
      | "PlanProposed"
      | "PlanRejected"
      | "PlanApproved"
      | "UnitAdded"
      | "UnitEdited"
      | "UnitDropped"
      | "NotesSet"
      | "LimitSet"
  ]: Evolve<K>;
};

type Changes = Happened<"UnitEdited">["data"]["changes"];
const keys = ["title", "criteria", "files", "output", "depends", "model", "max"] as const;
const proven = ["criteria", "files", "output"] as const;

/** What differs between a unit as it stands and as it is described; null: nothing does. */
export const differing = (unit: Described, wanted: Changes): Changes | null => {
  const changed = keys.filter(
    (key) => wanted[key] !== undefined && JSON.stringify(wanted[key]) !== JSON.stringify(unit[key]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed.map((key) => [key, wanted[key]]));
};

const described = (unit: Unit, changes: Changes): Unit => ({
  ...unit,
  title: changes.title ?? unit.title,
  criteria: changes.criteria ?? unit.criteria,
  files: changes.files ?? unit.files,
  output: changes.output === undefined ? unit.output : changes.output,
  depends: changes.depends ?? unit.depends,
  model: changes.model ?? unit.model,
  max: changes.max ?? unit.max,
});

/** Work that was done for other words is begun anew; a stuck unit stays so, and goes back there. A settled one is never edited but by a plan made anew. */
export const edited = (unit: Unit, changes: Changes): Unit => {
  const after = described(unit, changes);
  const begun = unit.stage !== "idle" && !(unit.stage === "stuck" && unit.stuck?.back === "idle");
  // Nothing was done for other words where there were none.
  if (!begun || unit.criteria.length === 0 || !proven.some((key) => changes[key] !== undefined))
    return after;
  const again: Unit = {
    ...after,
    proofs: noProofs,
    variant: "first",
    digests: [],
    content: null,
    judged: [],
    gaps: [],
    basis: null,
    accepted: null,
    completedAt: null,
  };
  if (unit.stage === "stepped-in") return again;
  return unit.stuck !== null && unit.stage === "stuck"
    ? { ...again, stuck: { ...unit.stuck, back: "work" } }
    : { ...again, stage: "work" };
};

/** Units that have begun keep what they are; the order is the plan's. */
const approved = (state: State, { rev, branch }: Happened<"PlanApproved">["data"]): State => {
  const wanted = state.plan.proposal?.units ?? state.units;
  const units = wanted.map((one): Unit => {
    const before = state.units.find(({ id }) => id === one.id);
    if (before === undefined || before.stage === "idle") return freshUnit(one);
    const changes = differing(before, one);
    return changes === null ? before : edited(before, changes);
  });
  return {
    ...state,
    branch: branch ?? state.branch,
    units,
    plan: { ...state.plan, rev, state: "approved", proposal: null, rejection: null },
    planner: { ...state.planner, rounds: 0 },
  };
};

const dropped = (state: State, { unit: id, reason }: Happened<"UnitDropped">["data"]): State => {
  const title = state.units.find((unit) => unit.id === id)?.title ?? "";
  return {
    ...state,
    units: state.units
      .filter((unit) => unit.id !== id)
      .map((unit) =>
        unit.depends.includes(id)
          ? { ...unit, depends: unit.depends.filter((one) => one !== id) }
          : unit,
      ),
    dropped: [...state.dropped, { id, title, reason }],
  };
};

export const plan: Table = {
  PlanProposed: (state, { data, at }) => ({
    ...state,
    plan: {
      rev: data.rev,
      state: "proposed",
      proposal: { units: data.units, warnings: data.warnings },
      notes: data.notes,
      rejection: null,
      at: state.plan.rev === 0 ? at : (state.plan.at ?? at),
    },
    planner: { ...state.planner, n: state.planner.n + 1, attempts: 0, why: null },
  }),
  // A person who sends it back once the rounds are used up gives new ones.
  PlanRejected: (state, { data }) => ({
    ...state,
    plan: { ...state.plan, state: "rejected", rejection: data.note },
    planner: isSpent(state.planner, state.settings.caps.plan)
      ? { ...freshDesk, n: state.planner.n }
      : { ...state.planner, rounds: state.planner.rounds + 1 },
  }),
  PlanApproved: (state, { data }) => approved(state, data),
  UnitAdded: (state, { data }) => {
    const { gap } = data;
    const unit = freshUnit(data.unit);
    const gaps =
      gap === null
        ? []
        : [
            {
              severity: gap.severity,
              type: gap.type,
              file: gap.file,
              line: gap.line,
              problem: gap.problem,
            },
          ];
    return { ...state, units: [...state.units, { ...unit, gaps, reopened: state.skipped }] };
  },
  UnitEdited: (state, { data }) =>
    changeUnit(state, data.unit, (unit) => edited(unit, data.changes)),
  UnitDropped: (state, { data }) => dropped(state, data),
  NotesSet: (state, { data }) => ({ ...state, plan: { ...state.plan, notes: data.notes } }),
  LimitSet: (state, { data }) =>
    changeUnit(state, data.unit, (unit) => ({ ...unit, max: data.to })),
};
