// Check whether a run is over.
import type { Shown } from "../../src/http/answers.ts";

export const isOver = ({ life }: Pick<Shown, "life">): boolean =>
  life === "over" || life === "archived";
