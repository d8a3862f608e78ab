// Why: how a run stands is said in words that need no manual, from what every protocol's view tells alike.
import type { RunLine } from "../../../src/http/answers.ts";
import { endMark } from "../over.ts";
import type { Mark } from "../style/mark.tsx";
import { count } from "../words.ts";
import { type Standing, standingOf } from "./choice.ts";

export const headings: Readonly<Record<Standing, string>> = {
  asks: "Waiting for you",
  running: "Running",
  waiting: "Waiting",
  paused: "Paused",
  ended: "Ended",
};

/** Work could go on, and nobody is at it. */
export const isIdle = (line: RunLine): boolean =>
  standingOf(line) === "running" && line.life === "live" && line.workers.length === 0 && !line.driven;

export const markOf = (line: RunLine): Mark => {
  const is = standingOf(line);
  if (is === "asks") return { mark: "◆", tone: "wait", words: "waits for you" };
  if (isIdle(line)) return { mark: "○", tone: "busy", words: "could go on" };
  if (is === "running") return { mark: "▶", tone: "busy", words: "running" };
  if (is === "waiting") return { mark: "‖", tone: "wait", words: "waiting" };
  if (is === "paused") return { mark: "‖", tone: "wait", words: "paused" };
  return endMark(line);
};

/** `5 of 12 done, 1 failed`. */
export const progressWords = ({ nodes: { done, of, failed } }: RunLine): string =>
  of === 0 ? "nothing planned yet" : [`${done} of ${of} done`, ...(failed === 0 ? [] : [`${failed} failed`])].join(", ");

/** `7 of 10 proved`; null where nothing is to be proved. */
export const evidenceWords = ({ evidence: { have, of } }: RunLine): string | null => (of === 0 ? null : `${have} of ${of} proved`);

export type Wrong = { readonly tone: "bad" | "wait"; readonly what: string; readonly text: string };

/** What is wrong, the worst first. */
export const wrongs = (line: RunLine): readonly Wrong[] => [
  ...(line.refused === null ? [] : [{ tone: "bad" as const, what: "hand edit refused", text: line.refused }]),
  ...(line.doubts === 0 ? [] : [{ tone: "bad" as const, what: "in doubt", text: `nobody knows how ${count(line.doubts, "job")} ended` }]),
  ...line.warnings.map((text) => ({ tone: "wait" as const, what: "warning", text })),
];
