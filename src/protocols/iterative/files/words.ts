// Vocabulary of state.json: modes, phases and status words, for writer, reader and adoption.
import type { Mode, Phase } from "../state.ts";

export const phases: readonly Phase[] = [
  "discover",
  "plan",
  "execute",
  "verify",
  "deliver",
  "complete",
];
export const statusWords = [
  "pending",
  "in_progress",
  "confirming",
  "verifying",
  "done",
  "blocked",
  "timeout",
] as const;
export type StatusWord = (typeof statusWords)[number];

export const isPhase = (text: string): text is Phase => phases.some((phase) => phase === text);
export const isStatus = (text: string): text is StatusWord =>
  statusWords.some((word) => word === text);

/** Accepts the older word `dev`; null for an unknown mode. */
export const modeOf = (text: string): Mode | null =>
  text === "dev" || text === "development"
    ? "development"
    : text === "knowledge"
      ? "knowledge"
      : null;
