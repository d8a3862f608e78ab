// What is said of how the checks of a mended unit ended.
import type { CheckedByHand } from "../../../src/http/answers.ts";

export const mendedWords = ({ unit, ran, failed }: CheckedByHand): { readonly tone: "good" | "bad"; readonly text: string } => {
  const [first] = failed;
  if (first !== undefined) return { tone: "bad", text: `${unit} is still red, and all is as it was: ${first}` };
  return { tone: "good", text: `${unit}: ${ran} ${ran === 1 ? "check" : "checks"} passed; they run once more for the record` };
};
