// Why: that a run is over is said alike in the list of runs, on its own page and in the pictures.
import type { Shown } from "../../src/http/answers.ts";

export const isOver = ({ life }: Pick<Shown, "life">): boolean =>
  life === "over" || life === "archived";
