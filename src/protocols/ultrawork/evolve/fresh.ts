// A run as it begins.
import type { Time } from "../../../core/row.ts";
import type { DataOf } from "../../../kit/schema.ts";
import { defaultOptions } from "../options.ts";
import type { startFields } from "../shapes.ts";
import type { Explorer, State, Sweep } from "../state.ts";
import { freshTask, verifyDraft } from "./draft.ts";

export const noSweep: Sweep = {
  no: 0,
  tree: null,
  voids: 0,
  lastVoid: null,
  tries: { begun: 0, failed: 0 },
  running: false,
  verifier: null,
  lastFailure: null,
  rounds: 0,
  changed: [],
  state: "none",
  verdict: null,
};

export const expected = ({
  id,
  hint,
}: {
  readonly id: string;
  readonly hint: string;
}): Explorer => ({
  id,
  hint,
  tries: 0,
  failed: 0,
  running: false,
  status: "expected",
  agent: null,
  lastFailure: null,
});

export const started = (data: DataOf<typeof startFields>, at: Time): State => ({
  run: data.run,
  phase: "PLANNING",
  phaseLeft: null,
  paused: false,
  archived: false,
  goal: data.goal,
  session: data.session,
  team: data.team,
  home: data.home,
  sessionTask: data.sessionTask,
  origin: data.origin,
  options: { ...defaultOptions, ...data.options },
  base: data.base,
  explorers: Object.fromEntries(
    data.options.explorers.map((explorer) => [explorer.id, expected(explorer)]),
  ),
  findings: [],
  planner: {
    agent: null,
    status: "pending",
    startedAt: null,
    completedAt: null,
    lastFailure: null,
  },
  planTries: { begun: 0, failed: 0 },
  questions: [],
  plan: {
    rev: 0,
    state: "draft",
    warnings: [],
    decisions: [],
    touched: [],
    note: null,
    approvedBy: null,
    design: null,
  },
  tasks: { verify: freshTask(verifyDraft("verify", []), 1) },
  order: [],
  verifyId: "verify",
  iteration: 1,
  sweep: noSweep,
  verdicts: [],
  issues: [],
  involved: [],
  flags: [],
  bypasses: [],
  documents: {},
  extras: [],
  troubles: {},
  refused: null,
  adopted: null,
  startedAt: at,
  updatedAt: at,
  completedAt: null,
  cancelledAt: null,
  failureReason: null,
});
