// Why: how a run begins, is named, set, stopped and put away.
import type { StigmergyEvents } from "../messages.ts";
import type { State } from "../state.ts";
import { type Evolve, type Happened, marked } from "./change.ts";

type Table = {
  readonly [
    K in
      | "AutonomySet"
      | "AutonomyAsked"
      | "Configured"
      | "ActionRecorded"
      | "ProjectRenamed"
      | "Paused"
      | "Resumed"
      | "Cancelled"
      | "Archived"
  ]: Evolve<K>;
};

type Begun = Pick<
  StigmergyEvents["ProjectStarted"]["data"],
  "run" | "name" | "goal" | "autonomy" | "settings" | "brief" | "origin"
>;

/** A run of which nothing is known but how it was begun. */
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

export const started = ({ at, data }: Happened<"ProjectStarted">): State =>
  marked({ ...fresh(data, at), ...based(data.whole) }, data.entry);

/** Where the work begins, as far as it was measured. */
export const based = (tree: string | null | undefined): Pick<State, "base" | "whole"> =>
  tree === null || tree === undefined ? {} : { base: tree, whole: tree };

export const run: Table = {
  AutonomySet: (state, { data }) =>
    marked({ ...state, autonomy: data.mode, autonomyAsked: false }, data.entry),
  AutonomyAsked: (state) => ({ ...state, autonomyAsked: true }),
  Configured: (state, { data }) => {
    const { settings, checks } = data;
    const pinned =
      checks === null
        ? {}
        : {
            checks,
            proof: { ...state.proof, passed: [], results: {}, runs: state.proof.runs + 1 },
          };
    return marked({ ...state, settings, ...pinned }, data.entry);
  },
  ActionRecorded: (state, { data }) => marked(state, data.entry),
  ProjectRenamed: (state, { data }) => marked({ ...state, name: data.name }, data.entry),
  Paused: (state, { data }) => marked({ ...state, life: "paused" }, data.entry),
  Resumed: (state, { data }) => marked({ ...state, life: "live" }, data.entry),
  Cancelled: (state, { data }) =>
    marked(
      { ...state, life: "cancelled", cancelled: data.reason, status: "EXECUTION_HALTED" },
      data.entry,
    ),
  Archived: (state, { data }) => marked({ ...state, archive: data.to }, data.entry),
};
