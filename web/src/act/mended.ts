// What is said of how the checks of a mended unit ended.
import type { CheckedByHand } from "../../../src/http/answers.ts";
import { linesMost, type Said } from "./said.ts";

export const mendedWords = ({ unit, ran, failed }: CheckedByHand): Omit<Said, "id"> => {
  const [first] = failed;
  if (first !== undefined) {
    const [why = "", ...output] = first.trimEnd().split("\n");
    // What went wrong is mostly told at the end.
    return {
      tone: "bad",
      text: `${unit} is still red, and nothing changed: ${why}`,
      lines: output.slice(-linesMost),
    };
  }
  return {
    tone: "good",
    lines: [],
    text: `${unit}: ${ran} ${ran === 1 ? "check" : "checks"} passed. They run once more for the record.`,
  };
};
