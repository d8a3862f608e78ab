// Check whether a run is over.
import type { RunAnswer } from "../../src/http/answers.ts";

export const isOver = ({ life }: Pick<RunAnswer, "life">): boolean =>
  life === "over" || life === "archived";
