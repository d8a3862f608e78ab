// Why: that a run is over, and how it ended, is said alike in the list of runs, on its own page and in the pictures.
import type { Shown } from "../../src/http/answers.ts";
import type { Mark } from "./style/mark.tsx";

export const isOver = ({ life }: Pick<Shown, "life">): boolean => life === "over" || life === "archived";

/** Of a run that is over. */
export const endMark = ({ life, good }: Pick<Shown, "life" | "good">): Mark => {
  const archived = life === "archived" ? ", archived" : "";
  return good === true
    ? { mark: "✔", tone: "good", words: `done${archived}` }
    : { mark: "✖", tone: "bad", words: `ended, not done${archived}` };
};
