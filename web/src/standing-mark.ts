// Why: how a run stands is said in the same word or two in the list of runs and on its own page.
import type { RunLine } from "../../src/http/answers.ts";
import { endMark, isOver } from "./over.ts";
import type { Mark } from "./style/mark.tsx";

/** `asks`: something waits for a person; how many jobs are at work, and in doubt. */
export type Stands = Pick<RunLine, "life" | "good" | "status" | "idle"> & {
  readonly asks: boolean;
  readonly atWork: number;
  readonly doubts: number;
};

/** Who was at work in the past isn't known. */
export const standingMark = (run: Stands, past = false): Mark => {
  const { life, status, asks, atWork, doubts, idle } = run;
  if (isOver(run)) return endMark(run);
  const paused = life === "paused" || status === "paused";
  if (paused) return { mark: "‖", tone: "wait", words: asks ? "paused, and asks you" : "paused" };
  if (asks) return { mark: "◆", tone: "wait", words: past ? "waited for a decision" : "waits for you" };
  if (!past && doubts > 0 && atWork === 0) return { mark: "✖", tone: "bad", words: "in doubt" };
  if (!past && idle) return { mark: "‖", tone: "wait", words: "nobody is at work" };
  return status === "running" ? { mark: "▶", tone: "busy", words: "running" } : { mark: "‖", tone: "wait", words: "waiting" };
};
