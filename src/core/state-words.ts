// The words for the states of units and runs, the same for every protocol.
import { isOver } from "./over.ts";
import type { Life } from "./row.ts";
import type { ViewNode } from "./view.ts";

export type UnitState = ViewNode["status"];
type Shade = "good" | "bad" | "busy" | "wait" | "dim" | "strong";

type Shown = { readonly word: string; readonly sign: string; readonly shade: Shade };

/** By the state of a unit: its word, the sign before it and its colour. */
export const unitStates: Readonly<Record<UnitState, Shown>> = {
  done: { word: "done", sign: "✔", shade: "good" },
  running: { word: "running", sign: "▶", shade: "busy" },
  waiting: { word: "waiting", sign: "‖", shade: "wait" },
  failed: { word: "failed", sign: "✖", shade: "bad" },
  ready: { word: "ready", sign: "·", shade: "strong" },
  open: { word: "open", sign: "·", shade: "dim" },
};

/** A tick is for what is proved: a unit that is done by somebody's word alone has a sign of its own. */
export const shownState = ({ status, done, of }: Pick<ViewNode, "status" | "done" | "of">): Shown =>
  status === "done" && done < of ? { ...unitStates.done, sign: "○", shade: "wait" } : unitStates[status];

/** In the order of lists: what needs a person first. */
export const runStates = {
  "waits for you": "wait",
  paused: "wait",
  running: "busy",
  ready: "strong",
  waiting: "strong",
  "not done": "bad",
  done: "good",
} as const satisfies Readonly<Record<string, Shade>>;
export type RunState = keyof typeof runStates;

/** The place of a state in lists. */
export const stateRank = (state: RunState): number => Object.keys(runStates).indexOf(state);

/** `jobs`: how each of its jobs stands, decisions among them. ready: something may begin as soon as a runner is there. waiting: all jobs left are somebody else's. */
export const runState = (run: { readonly life: Life; readonly good: boolean | null }, jobs: readonly string[]): RunState => {
  if (isOver(run.life)) return run.good === true ? "done" : "not done";
  if (jobs.includes("decision")) return "waits for you";
  if (run.life === "paused") return "paused";
  if (jobs.includes("running")) return "running";
  return jobs.includes("ready") || jobs.includes("doubt") ? "ready" : "waiting";
};

/** Phases that are only another spelling of the run's state. */
const stateless: ReadonlySet<string> = new Set(["running", "paused", "complete", "completed", "project complete"]);

/** A phase for people, spelled otherwise in a protocol's files; empty where the state says as much. */
export const phaseWords = (phase: string): string => {
  const words = phase.toLowerCase().replaceAll("_", " ");
  return stateless.has(words) ? "" : words;
};
