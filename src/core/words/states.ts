// The words, signs and colours for how units and runs stand: one table, for every protocol, in terminal and page.
import { isOver } from "../over.ts";
import type { Life } from "../row.ts";
import type { View, ViewNode } from "../view.ts";

/** good: proven. busy: running. wait: waits only for you. bad: failed. doubt: its outcome is unknown. */
export type Shade = "good" | "busy" | "wait" | "bad" | "doubt" | "strong" | "dim";
export type Look = { readonly word: string; readonly sign: string; readonly shade: Shade };

export const unitStateNames = [
  "proved",
  "reported",
  "done",
  "waived",
  "running",
  "asks",
  "doubt",
  "failed",
  "returned",
  "waiting",
  "ready",
  "open",
] as const;
export type UnitState = (typeof unitStateNames)[number];

/** Only proven work gets a tick and its colour; merely reported work gets a hollow sign. */
export const unitStates: Readonly<Record<UnitState, Look>> = {
  proved: { word: "done", sign: "✔", shade: "good" },
  reported: { word: "reported", sign: "○", shade: "strong" },
  done: { word: "done", sign: "○", shade: "strong" },
  waived: { word: "waived", sign: "↷", shade: "strong" },
  running: { word: "running", sign: "▶", shade: "busy" },
  asks: { word: "asks you", sign: "◆", shade: "wait" },
  doubt: { word: "in doubt", sign: "?", shade: "doubt" },
  failed: { word: "failed", sign: "✖", shade: "bad" },
  returned: { word: "returned", sign: "↺", shade: "bad" },
  waiting: { word: "waiting", sign: "‖", shade: "dim" },
  ready: { word: "ready", sign: "·", shade: "strong" },
  open: { word: "open", sign: "·", shade: "dim" },
};

export type Around = {
  readonly run: string;
  readonly jobs: readonly { readonly is: string; readonly subject: string }[];
  readonly decisions: readonly { readonly run: string; readonly subject: string }[];
};

/** For the units of one run. */
export const unitStateIn = ({ run, jobs, decisions }: Around): ((node: ViewNode) => UnitState) => {
  const doubted = new Set(jobs.filter(({ is }) => is === "doubt").map(({ subject }) => subject));
  const asked = new Set(decisions.filter((one) => one.run === run).map(({ subject }) => subject));
  return ({ id, status, done, of, returned = 0, waived = false }) => {
    if (doubted.has(id)) return "doubt";
    if (status === "failed") return "failed";
    if (asked.has(id)) return "asks";
    if (waived) return "waived";
    if (status === "done") return of === 0 ? "done" : done < of ? "reported" : "proved";
    return status !== "running" && returned > 0 ? "returned" : status;
  };
};

/**
 * In list order, most urgent first. no runner: it has begun, and no runner continues it. in doubt: only in a run with a runner.
 * waiting: all remaining jobs wait for an external worker.
 */
export const runStateNames = [
  "waits for you",
  "in doubt",
  "no runner",
  "paused",
  "not started",
  "running",
  "waiting",
  "not done",
  "not proved",
  "done",
] as const;
export type RunState = (typeof runStateNames)[number];
export const runStates: Readonly<Record<RunState, Omit<Look, "word">>> = {
  "waits for you": { sign: "◆", shade: "wait" },
  "in doubt": { sign: "?", shade: "doubt" },
  "no runner": { sign: "■", shade: "wait" },
  paused: { sign: "‖", shade: "strong" },
  running: { sign: "▶", shade: "busy" },
  "not started": { sign: "·", shade: "strong" },
  waiting: { sign: "‖", shade: "dim" },
  "not done": { sign: "✖", shade: "bad" },
  "not proved": { sign: "○", shade: "strong" },
  done: { sign: "✔", shade: "good" },
};

/** The position of a state in lists. */
export const stateRank = (state: RunState): number => runStateNames.indexOf(state);

/** No part of it is done by a report alone; what a person waived needs no proof. */
export const isProved = ({
  nodes,
  unproved,
}: Pick<View, "nodes"> & { readonly unproved?: string | undefined }): boolean =>
  unproved === undefined && nodes.every(({ done, of, waived = false }) => waived || done >= of);

type Ending = { readonly life: Life; readonly good: boolean | null; readonly proved: boolean };

/** With a runner. `jobs`: state of each of its jobs, including decisions. `good`: by its protocol's rules, proven or not. */
export const runState = ({ life, good, proved }: Ending, jobs: readonly string[]): RunState => {
  if (isOver(life)) return good !== true ? "not done" : proved ? "done" : "not proved";
  if (jobs.includes("decision")) return "waits for you";
  if (life === "paused") return "paused";
  if (jobs.includes("running")) return "running";
  if (jobs.includes("doubt")) return "in doubt";
  return jobs.includes("ready") ? "running" : "waiting";
};

/** Phases that only repeat the run's state. */
const stateless: ReadonlySet<string> = new Set([
  "running",
  "paused",
  "complete",
  "completed",
  "project complete",
]);

/** A phase for people, spelled differently in a protocol's files; empty if the state suffices. */
export const phaseWords = (phase: string): string => {
  const words = phase.toLowerCase().replaceAll("_", " ");
  return stateless.has(words) ? "" : words;
};
