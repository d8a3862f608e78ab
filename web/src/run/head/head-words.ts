// Why: what goes on, what is wrong and what is to be done is drawn from what every protocol's view tells alike, in words that need no manual.
import type { Shown } from "../../../../src/http/answers.ts";
import { isOver } from "../../over.ts";
import { type WrongLine, wrongLines } from "../../../../src/core/wrong-lines.ts";
import type { Tone } from "../../style/mark.ts";
import { count } from "../../words.ts";

const jobsThat = ({ jobs }: Pick<Shown, "jobs">, is: Shown["jobs"][number]["is"]) => jobs.filter((job) => job.is === is);

/** `text`: a sentence or two. */
export type Advice = { readonly tone: Tone; readonly what: string; readonly text: string };

/** The terminal is told which commands help; here the file is named that settles it. */
const lackAdvice = "Name agents and roles in `cairn.config.json`.";

/** The worst first. */
export const wrongs = (shown: Shown): readonly WrongLine[] => [
  ...(shown.lacks === null ? [] : [{ shade: "bad" as const, what: "no agent", text: `${shown.lacks.text}. ${lackAdvice}` }]),
  ...wrongLines(shown),
];

/** What is proved and what is only said. */
export const proofWords = ({ evidence: { have, of }, claims }: Pick<Shown, "evidence" | "claims">): readonly string[] => [
  ...(of === 0 ? [] : [`${have} of ${of} criteria proved`]),
  ...claims,
];

const isUnmerged = ({ work }: Shown): boolean => work !== undefined && work.landed > 0 && !work.dropped && work.merged?.whole !== true;

/** What to do where nothing is asked. */
export const advice = (shown: Shown): Advice => {
  if (isOver(shown) && shown.state === "done" && isUnmerged(shown))
    return { tone: "strong", what: "Merge it", text: "The run is over, done and proved, and its work waits on its branch." };
  if (isOver(shown)) {
    const text =
      shown.state === "done"
        ? "The run is done and proved. Changes and Proof show the result."
        : shown.state === "not proved"
          ? "The run is over. Review its changes yourself: what is done rests on what agents said."
          : "The run is over. Proof and Ledger show what is missing, and why.";
    return { tone: "dim", what: "Nothing", text };
  }
  if (shown.life === "paused" || shown.status === "paused")
    return { tone: "wait", what: "Resume", text: "It is paused: nothing starts until you resume it." };
  const [atWork, doubts, ready] = (["running", "doubt", "ready"] as const).map((is) => jobsThat(shown, is).length);
  if (shown.elsewhere !== null)
    return { tone: "dim", what: "Nothing", text: "Another runner drives it. You are asked when something needs you." };
  if (shown.idle && shown.lacks !== null)
    return { tone: "wait", what: "Assign agents", text: "The line above says how. Then press Resume." };
  if (shown.idle && (doubts ?? 0) > 0)
    return {
      tone: "wait",
      what: "Resume",
      text: `The outcome of ${count(doubts ?? 0, "job")} in doubt is checked first.`,
    };
  if (shown.idle && (ready ?? 0) > 0)
    return { tone: "wait", what: "Resume", text: `${count(ready ?? 0, "job")} could start, and no runner is at work.` };
  if (shown.needsRunner)
    return {
      tone: "wait",
      what: "Resume",
      text:
        (atWork ?? 0) > 0
          ? `${count(atWork ?? 0, "job")} under way will end without a runner, but none is there to start what comes next.`
          : "What comes next is due later, and no runner is there to start it.",
    };
  if (shown.status === "running")
    return { tone: "dim", what: "Nothing", text: "It continues by itself. You are asked when something needs you." };
  return { tone: "dim", what: "Nothing here", text: "It waits for an external worker, or for another run." };
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
  return parts.length === 0 ? null : `agents report ${parts.join(", ")}`;
};
