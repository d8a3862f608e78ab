// Why: what phases, pausing, ending, settings and the archive do to the state.
import { deskTries } from "../limits.ts";
import { isSpent } from "../ready.ts";
import type { Desk, Phase, State } from "../state.ts";
import { describedOf } from "../units.ts";
import { type Evolve, freshDesk, freshFinal, type Happened } from "./change.ts";

type Table = {
  readonly [
    K in
      | "PhaseEntered"
      | "PhaseSkipped"
      | "DeliveryApproved"
      | "DeliveryRejected"
      | "ArchiveAsked"
      | "RunArchived"
      | "RunUnarchived"
      | "FilesDropped"
      | "RunPaused"
      | "RunResumed"
      | "RunCancelled"
      | "SettingsChanged"
      | "RunMoved"
      | "AttemptFailed"
  ]: Evolve<K>;
};

export const started = ({ data, at }: Happened<"RunStarted">): State => ({
  run: data.run,
  task: data.task,
  slug: data.slug,
  mode: data.mode,
  domain: data.domain,
  domains: data.domains,
  request: data.request,
  title: null,
  phase: "discover",
  skipped: false,
  paused: false,
  ended: null,
  delivery: null,
  deliveries: 0,
  archiveAsked: null,
  archive: null,
  filesDropped: false,
  origin: data.origin,
  createdAt: at,
  updatedAt: at,
  branch: null,
  settings: data.settings,
  brief: null,
  questions: [],
  plan: { rev: 0, state: "none", proposal: null, notes: "", rejection: null, at: null },
  context: null,
  guardrails: data.guardrails,
  units: [],
  dropped: [],
  current: null,
  commits: [],
  interviewer: freshDesk,
  planner: freshDesk,
  reviewer: freshDesk,
  final: freshFinal,
  bypasses: [],
  claims: [],
  discrepancies: 0,
  extras: [],
  refused: null,
  adopted: null,
});

const order: readonly Phase[] = ["discover", "plan", "execute", "verify", "deliver", "complete"];
const isEarlier = (phase: Phase, than: Phase): boolean =>
  order.indexOf(phase) < order.indexOf(than);

/** What holds in a phase alone ends with it: an approval in deliver, a skip where an earlier phase is entered. */
const entered = (state: State, phase: Phase, skipped: boolean): State => ({
  ...state,
  phase,
  skipped,
  units:
    state.skipped && !skipped
      ? state.units.map((unit) => (unit.reopened ? { ...unit, reopened: false } : unit))
      : state.units,
  delivery: phase === "complete" ? state.delivery : null,
  deliveries:
    state.phase === "deliver" && phase !== "deliver" ? state.deliveries + 1 : state.deliveries,
  ended: phase === "complete" ? { how: "delivered", reason: "" } : null,
});

/** A plan that stood is what the next one is made from. */
const replanned = (state: State): State => ({
  ...state,
  plan: {
    ...state.plan,
    state: "none",
    rejection: null,
    proposal: {
      warnings: [],
      units: state.units.map(describedOf),
    },
  },
  planner: { ...state.planner, attempts: 0, rounds: 0, why: null },
});

const skippedTo = (state: State, { data, at, by }: Happened<"PhaseSkipped">): State => {
  const ahead = data.to === "verify" || data.to === "deliver";
  const after = entered(state, data.to, ahead);
  const bypasses = [
    ...state.bypasses,
    { what: `skipped from ${data.from} to ${data.to}`, by: by.name, reason: data.reason, at },
  ];
  const units = ahead ? after.units.map((unit) => ({ ...unit, reopened: false })) : after.units;
  return { ...(data.to === "plan" ? replanned(after) : after), units, bypasses };
};

/** The last try that is given a reviewer leaves the review to a person, who is asked under a number of its own. */
const failed = (state: State, { job, why }: Happened<"AttemptFailed">["data"]): State => {
  const desk = state[job];
  const attempts = desk.attempts + 1;
  const asks = job === "reviewer" && attempts === deskTries;
  return {
    ...state,
    [job]: { ...desk, n: desk.n + 1, attempts, why },
    final: asks ? { ...state.final, asked: state.final.asked + 1 } : state.final,
  };
};

/** A person who sets how it goes on gives new rounds to those whose rounds are used up. */
const set = (state: State, settings: State["settings"]): State => {
  const anew = (desk: Desk, cap: number): Desk =>
    isSpent(desk, cap) ? { ...desk, attempts: 0, rounds: 0 } : desk;
  return {
    ...state,
    settings,
    interviewer: anew(state.interviewer, state.settings.caps.discover),
    planner: anew(state.planner, state.settings.caps.plan),
  };
};

export const run: Table = {
  PhaseEntered: (state, { data }) =>
    entered(state, data.phase, state.skipped && !isEarlier(data.phase, state.phase)),
  PhaseSkipped: skippedTo,
  DeliveryApproved: (state, { data, at, by }) => ({
    ...state,
    delivery: { tree: data.tree, by: by.name, at },
    bypasses:
      data.reason === "" || data.auto
        ? state.bypasses
        : [
            ...state.bypasses,
            { what: "delivery approved unproven", by: by.name, reason: data.reason, at },
          ],
  }),
  DeliveryRejected: (state) => ({
    ...state,
    delivery: null,
    final: { ...state.final, gate: null, review: null, accepted: null },
  }),
  ArchiveAsked: (state, { at }) => ({ ...state, archiveAsked: at }),
  RunArchived: (state, { data }) => ({ ...state, archive: data.path }),
  RunUnarchived: (state) => ({ ...state, archive: null, archiveAsked: null, filesDropped: false }),
  FilesDropped: (state) => ({ ...state, filesDropped: true }),
  RunPaused: (state) => ({ ...state, paused: true }),
  RunResumed: (state) => ({ ...state, paused: false }),
  RunCancelled: (state, { data }) => ({
    ...state,
    paused: false,
    delivery: null,
    ended: { how: "cancelled", reason: data.reason },
  }),
  SettingsChanged: (state, { data }) => set(state, data.settings),
  RunMoved: (state, { data }) => ({ ...state, branch: data.branch }),
  AttemptFailed: (state, { data }) => failed(state, data),
};
