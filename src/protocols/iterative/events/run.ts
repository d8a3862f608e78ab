// Events of a run's beginning, its phases, its delivery and its end.
import { byReason, own } from "../../../core/reports/attempt-end.ts";
import { howMany } from "../../../core/words/how-many.ts";
import { because, oneLine } from "../../../core/words/quote.ts";
import * as t from "../../../kit/schema.ts";
import { adopted, started } from "../evolve/opened.ts";
import { deskTries } from "../limits.ts";
import { adoption, beginning } from "../opening-shapes.ts";
import { deliveryBroken, phaseBroken } from "../proofs.ts";
import { isSpent } from "../ready.ts";
import { settings } from "../settings.ts";
import * as s from "../shapes.ts";
import type { Desk, Phase, State } from "../state.ts";
import { describedOf } from "../units.ts";
import { event, opening } from "./declare.ts";

export const runStarted = opening("RunStarted", {
  means: "The run began, with its request, mode, domain and settings.",
  data: beginning,
  line: ({ slug, mode, domain }) => `${slug}, ${mode}, ${domain}`,
  begin: (data, { at }) => started(data, at),
});

export const runAdopted = opening("RunAdopted", {
  means: "An existing folder became this run, as it was found; nothing of it is proof.",
  data: adoption,
  line: ({ found, quarantined }) =>
    `${found.slug}, in ${found.phase}${quarantined.length === 0 ? "" : `, ${quarantined.length} not taken`}`,
  refers: ({ digests }) => ({ outputs: Object.values(digests) }),
  begin: adopted,
});

const order: readonly Phase[] = ["discover", "plan", "execute", "verify", "deliver", "complete"];
const isEarlier = (phase: Phase, than: Phase): boolean =>
  order.indexOf(phase) < order.indexOf(than);

/** Clears what is valid in one phase only: an approval in deliver, a skip when an earlier phase is entered. */
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

/** The next plan starts from the existing one. */
const replanned = (state: State): State => ({
  ...state,
  plan: {
    ...state.plan,
    state: "none",
    rejection: null,
    proposal: { warnings: [], units: state.units.map(describedOf) },
  },
  planner: { ...state.planner, attempts: 0, rounds: 0, why: null },
});

export const phaseEntered = event("PhaseEntered", {
  means: "The run came to its next phase.",
  data: { phase: s.phase },
  line: ({ phase }) => phase,
  broken: phaseBroken,
  apply: (state, data) =>
    entered(state, data.phase, state.skipped && !isEarlier(data.phase, state.phase)),
});

export const phaseSkipped = event("PhaseSkipped", {
  means: "A person skipped to a phase: a bypass.",
  data: { from: s.phase, to: s.phase, reason: t.text },
  line: ({ from, to, reason }) => `${from} to ${to}${because(reason)}`,
  by: ["person"],
  apply: (state, data, { at, by }) => {
    const ahead = data.to === "verify" || data.to === "deliver";
    const after = entered(state, data.to, ahead);
    const what = `skipped from ${data.from} to ${data.to}`;
    return {
      ...(data.to === "plan" ? replanned(after) : after),
      units: ahead ? after.units.map((unit) => ({ ...unit, reopened: false })) : after.units,
      bypasses: [...state.bypasses, { what, by: by.name, reason: data.reason, at }],
    };
  },
});

export const deliveryApproved = event("DeliveryApproved", {
  means: "The work was approved: by itself where all is proved, else by a person.",
  data: { tree: s.maybe, reason: t.text, auto: t.flag },
  line: ({ auto, reason }) => `${auto ? "all is proved" : "by a person"}${because(reason)}`,
  broken: deliveryBroken,
  apply: (state, data, { at, by }) => ({
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
});

export const deliveryRejected = event("DeliveryRejected", {
  means: "A person did not take the delivery.",
  data: { issues: t.list(s.issue), reason: t.text },
  line: ({ issues, reason }) => `${howMany(issues.length, "issue")}${because(reason)}`,
  apply: (state) => ({
    ...state,
    delivery: null,
    final: { ...state.final, gate: null, review: null, accepted: null },
  }),
});

export const archiveAsked = event("ArchiveAsked", {
  means: "A person wants the folder of a cancelled run put away.",
  data: {},
  apply: (state, _data, { at }) => ({ ...state, archiveAsked: at }),
});

export const runArchived = event("RunArchived", {
  means: "The folder moved to the archive.",
  data: { path: t.text },
  line: ({ path }) => path,
  moves: true,
  news: "done",
  ends: () => [own("passed")],
  apply: (state, data) => ({ ...state, archive: data.path }),
});

export const runUnarchived = event("RunUnarchived", {
  means: "The folder moved back from the archive.",
  data: {},
  moves: true,
  apply: (state) => ({ ...state, archive: null, archiveAsked: null, filesDropped: false }),
});

export const filesDropped = event("FilesDropped", {
  means: "The run's files were removed from the archive; its record stays.",
  data: {},
  apply: (state) => ({ ...state, filesDropped: true }),
});

export const runCancelled = event("RunCancelled", {
  means: "A person stopped the run for good.",
  data: { reason: t.text },
  line: ({ reason }) => oneLine(reason),
  news: "failed",
  apply: (state, data) => ({
    ...state,
    paused: false,
    delivery: null,
    ended: { how: "cancelled", reason: data.reason },
  }),
});

/** Grants new rounds to a desk that has used them up. */
const anew = (desk: Desk, cap: number): Desk =>
  isSpent(desk, cap) ? { ...desk, attempts: 0, rounds: 0 } : desk;

export const settingsChanged = event("SettingsChanged", {
  means: "Settings of the run were changed.",
  data: { settings, changed: t.optional(t.means("which of them, in words", t.texts)) },
  line: ({ changed = [] }) => oneLine(changed.join(", ")),
  by: ["person"],
  // A person who changes the settings grants new rounds.
  apply: (state, data) => ({
    ...state,
    settings: data.settings,
    interviewer: anew(state.interviewer, state.settings.caps.discover),
    planner: anew(state.planner, state.settings.caps.plan),
  }),
});

export const attemptFailed = event("AttemptFailed", {
  means: "A try at a brief, a plan or a review came to nothing that could be read.",
  data: s.attempt,
  line: ({ job, n, why }) => `${job}#${n}${because(oneLine(why))}`,
  news: "failed",
  ends: ({ why }) => [byReason(why)],
  // After the last attempt of the reviewer, a person decides, under a new question number.
  apply: (state, { job, why }) => {
    const desk = state[job];
    const attempts = desk.attempts + 1;
    const asks = job === "reviewer" && attempts === deskTries;
    return {
      ...state,
      [job]: { ...desk, n: desk.n + 1, attempts, why },
      final: asks ? { ...state.final, asked: state.final.asked + 1 } : state.final,
    };
  },
});
