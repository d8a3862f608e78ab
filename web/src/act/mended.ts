// Whether a person may say of a unit that it is mended, and what is said of how its checks ended.
import type { CheckedByHand, Shown } from "../../../src/http/answers.ts";

/** It is stuck: a question waits by whose answer it goes on. Of what it was once nothing is asked. */
export const isMendable = ({ run, decisions }: Pick<Shown, "run" | "decisions">, unit: string): boolean =>
  decisions.some((asked) => asked.run === run && asked.options.some(({ mends }) => mends === unit));

export const mendedWords = ({ unit, ran, failed }: CheckedByHand): { readonly tone: "good" | "bad"; readonly text: string } => {
  const [first] = failed;
  if (first !== undefined) return { tone: "bad", text: `${unit} is still red, and all is as it was: ${first}` };
  return { tone: "good", text: `${unit}: ${ran} ${ran === 1 ? "check" : "checks"} passed; they run once more for the record` };
};
