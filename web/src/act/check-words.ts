// Toast with the result of checks on a unit that a person fixed by hand.
import type { CheckedByHand } from "../../../src/http/answers.ts";
import { MAX_LINES, type Toast } from "./toast-store.ts";

export const checkToast = ({ unit, ran, failed }: CheckedByHand): Omit<Toast, "id"> => {
  const [first] = failed;
  if (first !== undefined) {
    const [why = "", ...output] = first.trimEnd().split("\n");
    // Errors are usually at the end.
    return {
      tone: "bad",
      text: `${unit} is still red, and nothing changed: ${why}`,
      lines: output.slice(-MAX_LINES),
    };
  }
  return {
    tone: "good",
    lines: [],
    text: `${unit}: ${ran} ${ran === 1 ? "check" : "checks"} passed. They run once more for the record.`,
  };
};
