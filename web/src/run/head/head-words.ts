// Why: what goes on, what is wrong and what is to be done is drawn from what every protocol's view tells alike, in words that need no manual.
import type { Shown } from "../../../../src/http/answers.ts";
import { isOver } from "../../over.ts";
import { type WrongLine, wrongLines } from "../../../../src/core/wrong-lines.ts";
import type { Tone } from "../../style/mark.ts";
import { count } from "../../words.ts";

const jobsThat = ({ jobs }: Pick<Shown, "jobs">, is: Shown["jobs"][number]["is"]) => jobs.filter((job) => job.is === is);

/** `text`: a sentence or two. */
export type Advice = { readonly tone: Tone; readonly what: string; readonly text: string };

/** The worst first. */
export const wrongs = (shown: Shown): readonly WrongLine[] => [
  ...(shown.lacks === null
    ? []
    : [{ shade: "bad" as const, what: "nobody to do it", text: `${shown.lacks.text}. What to do: ${shown.lacks.fits}` }]),
  ...wrongLines(shown),
];

/** What is proved and what is only said. */
export const proofWords = ({ evidence: { have, of }, claims }: Pick<Shown, "evidence" | "claims">): readonly string[] => [
  ...(of === 0 ? [] : [`${have} of ${of} criteria proved`]),
  ...claims,
];

/** What to do where nothing is asked. */
export const advice = (shown: Shown): Advice => {
  if (isOver(shown)) {
    const text =
      shown.state === "done"
        ? "It is over, done and proved. Changes and proof show what came of it."
        : shown.state === "not proved"
          ? "It is over. Look at its changes yourself: what is done rests on what agents said."
          : "It is over. Proof and ledger tell what is missing, and why.";
    return { tone: "dim", what: "Nothing", text };
  }
  if (shown.life === "paused" || shown.status === "paused")
    return { tone: "wait", what: "Take it up again", text: "It is paused: nothing begins until somebody resumes it." };
  const [atWork, doubts, ready] = (["running", "doubt", "ready"] as const).map((is) => jobsThat(shown, is).length);
  if (shown.elsewhere !== null)
    return { tone: "dim", what: "Nothing", text: "It is driven from elsewhere; you are asked when something needs you." };
  if (shown.idle && shown.lacks !== null)
    return { tone: "wait", what: "Give its work to somebody", text: "How is told under “what is wrong”. Then go on with it." };
  if (shown.idle && (doubts ?? 0) > 0)
    return {
      tone: "wait",
      what: "Go on with it",
      text: `What came of ${count(doubts ?? 0, "job")} is looked at first, as told under “what is wrong”.`,
    };
  if (shown.idle && (ready ?? 0) > 0)
    return { tone: "wait", what: "Go on with it", text: `${count(ready ?? 0, "job")} could begin, and no runner is at work.` };
  if (shown.needsRunner)
    return {
      tone: "wait",
      what: "Go on with it",
      text:
        (atWork ?? 0) > 0
          ? `${count(atWork ?? 0, "job")} under way will end without a runner, but none is there to begin what comes next.`
          : "What comes next is due later, and no runner is there to begin it.",
    };
  if (shown.status === "running")
    return { tone: "dim", what: "Nothing", text: "It goes on by itself; you are asked when something needs you." };
  return { tone: "dim", what: "Nothing here", text: "It waits for somebody else, or for another run." };
};

/** `12,400 tokens in, 3,100 out, $0.42`, as agents' programs told. */
export const usageWords = ({ usage }: Pick<Shown, "usage">): string | null => {
  if (usage === undefined) return null;
  const { input, output, cost } = usage;
  const parts = [
    input === null || input === 0 ? null : `${input.toLocaleString("en")} tokens in`,
    output === null || output === 0 ? null : `${output.toLocaleString("en")} out`,
    cost === null || cost === 0 ? null : `$${cost.toFixed(2)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `agents tell of ${parts.join(", ")}`;
};
