// The state with which a run begins.
import type { State } from "../state.ts";

type Begun = Pick<State, "run" | "name" | "goal" | "autonomy" | "settings" | "origin"> & {
  readonly brief: string;
};

/** State of a run that has just started. */
export const fresh = (
  { run, name, goal, autonomy, settings, brief, origin }: Begun,
  at: string,
): State => ({
  run,
  name,
  goal,
  autonomy,
  autonomyAsked: false,
  settings,
  origin,
  createdAt: at,
  updatedAt: at,
  life: "live",
  cancelled: null,
  archive: null,
  status: "NEEDS_BRIEFING",
  halted: null,
  signal: "",
  lastAt: "",
  entries: 0,
  recent: [],
  briefPath: brief,
  parts: { brief: null, prd: null, ux: null, architecture: null },
  pinned: null,
  drift: [],
  checks: null,
  proposedChecks: [],
  proof: { tree: null, passed: [], voids: 0, runs: 0, results: {} },
  epics: [],
  tallies: {},
  attempts: {},
  refusals: {},
  issues: [],
  questions: [],
  bypasses: [],
  extras: [],
  refused: null,
  adopted: null,
});

/** The tree at the start, if it was measured. */
export const based = (tree: string | null | undefined): Pick<State, "base" | "whole"> =>
  tree === null || tree === undefined ? {} : { base: tree, whole: tree };
