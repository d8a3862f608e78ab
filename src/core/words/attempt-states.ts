// The words, signs and colours for how attempts at jobs ended: beside those of units and runs, for every protocol, in terminal and page.
import type { Look } from "./states.ts";

export const attemptStateNames = [
  "landed",
  "proved",
  "passed",
  "mended",
  "reported",
  "partial",
  "written",
  "judged",
  "asked",
  "returned",
  "conflict",
  "failed",
  "silent",
  "late",
  "lost",
  "stopped",
  "void",
  "over",
  "running",
] as const;
/** How an attempt at a job ended: an agent's work, or a check. */
export type AttemptState = (typeof attemptStateNames)[number];

/** `mended`: work that conflicted or failed when landing. `partial`: another attempt continues it. `written`: a document. `judged`: a verdict on another agent's work. `void`: it doesn't count. */
export const attemptStates: Readonly<Record<AttemptState, Look>> = {
  landed: { word: "landed", sign: "✔", shade: "good" },
  proved: { word: "proved", sign: "✔", shade: "good" },
  passed: { word: "passed", sign: "✔", shade: "good" },
  mended: { word: "mended", sign: "○", shade: "strong" },
  reported: { word: "reported", sign: "○", shade: "strong" },
  partial: { word: "not done yet", sign: "○", shade: "strong" },
  written: { word: "written", sign: "○", shade: "strong" },
  judged: { word: "verdict", sign: "○", shade: "strong" },
  asked: { word: "question", sign: "○", shade: "strong" },
  returned: { word: "returned", sign: "↺", shade: "bad" },
  conflict: { word: "conflict", sign: "✖", shade: "bad" },
  failed: { word: "failed", sign: "✖", shade: "bad" },
  silent: { word: "no report", sign: "✖", shade: "bad" },
  late: { word: "timed out", sign: "✖", shade: "bad" },
  lost: { word: "lost", sign: "?", shade: "doubt" },
  stopped: { word: "stopped", sign: "■", shade: "dim" },
  void: { word: "doesn't count", sign: "–", shade: "dim" },
  over: { word: "over", sign: "·", shade: "dim" },
  running: { word: "running", sign: "▶", shade: "busy" },
};
