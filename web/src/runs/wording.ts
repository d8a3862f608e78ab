// Why: how a run stands is said in words that need no manual, from what every protocol's view tells alike.
import type { RunLine } from "../../../src/http/answers.ts";
import { standingMark } from "../standing-mark.ts";
import type { Mark } from "../style/mark.tsx";
import { type Line, troubleLines } from "../trouble-lines.ts";
import { count } from "../words.ts";
import type { Standing } from "./choice.ts";

export const headings: Readonly<Record<Standing, string>> = {
  asks: "Waiting for you",
  running: "Running",
  waiting: "Waiting",
  paused: "Paused",
  ended: "Ended",
};

export const markOf = (line: RunLine): Mark => standingMark({ ...line, asks: line.decisions.length > 0, atWork: line.workers.length });

/** `5 of 12 done, 1 failed`. */
export const progressWords = ({ nodes: { done, of, failed } }: RunLine): string =>
  of === 0 ? "nothing planned yet" : [`${done} of ${of} done`, ...(failed === 0 ? [] : [`${failed} failed`])].join(", ");

/** `7 of 10 proved`; null where nothing is to be proved. */
export const evidenceWords = ({ evidence: { have, of } }: RunLine): string | null => (of === 0 ? null : `${have} of ${of} proved`);

/** What is wrong, the worst first. */
export const wrongs = ({ refused, doubts, nodes, warnings }: RunLine): readonly Line[] =>
  troubleLines({
    refused,
    doubts: doubts === 0 ? [] : [{ text: `nobody knows how ${count(doubts, "job")} ended` }],
    failed: nodes.failed === 0 ? [] : [{ text: `${nodes.failed} of ${count(nodes.of, "node")}` }],
    warnings,
  });
