// Why: how far a run is, is said in words that need no manual, from what every protocol's view tells alike.
import type { RunLine } from "../../../src/http/answers.ts";
import { runMark, type Mark } from "../style/mark.ts";

export const markOf = ({ state, life }: RunLine): Mark => runMark(state, life === "archived");

/** `5 of 12 done`. */
export const progressWords = ({ nodes: { done, of } }: RunLine): string => (of === 0 ? "nothing planned yet" : `${done} of ${of} done`);

/** `7 of 10 proved`; null where nothing is to be proved. */
export const evidenceWords = ({ evidence: { have, of } }: RunLine): string | null => (of === 0 ? null : `${have} of ${of} proved`);
