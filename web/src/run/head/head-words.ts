// Why: what goes on, what is wrong and what is to be done is drawn from what every protocol's view tells alike, in words that need no manual.
import type { Shown } from "../../../../src/http/answers.ts";
import { isOver } from "../../over.ts";
import { standingMark } from "../../standing-mark.ts";
import type { Mark } from "../../style/mark.tsx";
import { type Line, troubleLines } from "../../trouble-lines.ts";
import { count } from "../../words.ts";

const jobsThat = ({ jobs }: Pick<Shown, "jobs">, is: Shown["jobs"][number]["is"]) => jobs.filter((job) => job.is === is);

export const standingOf = (shown: Shown, past: boolean): Mark => {
  const { decisions } = shown;
  const [atWork, doubts] = [jobsThat(shown, "running").length, jobsThat(shown, "doubt").length];
  return standingMark({ ...shown, asks: decisions.length > 0, atWork, doubts }, past);
};

/** The worst first. */
export const wrongs = (shown: Shown): readonly Line[] => [
  ...(shown.lacks === null
    ? []
    : [{ tone: "bad" as const, what: "nobody to do it", text: `${shown.lacks.text}. What to do: ${shown.lacks.fits}` }]),
  ...troubleLines({
    refused: shown.refused,
    doubts: jobsThat(shown, "doubt").map(({ subject, role, why }) => ({
      text: `${role}: ${why ?? "nobody knows how it ended"}`,
      node: subject,
    })),
    failed: shown.nodes
      .filter(({ status }) => status === "failed")
      .map(({ id, label, why, note }) => ({
        text: [label, note, why].filter((part) => part !== null && part !== "").join(": "),
        node: id,
      })),
    warnings: shown.warnings,
  }),
  ...shown.bypasses.map((text) => ({ tone: "wait" as const, what: "bypass", text })),
];

/** What is proved and what is only said. */
export const proofWords = ({ evidence: { have, of }, claims }: Pick<Shown, "evidence" | "claims">): readonly string[] => [
  ...(of === 0 ? [] : [`${have} of ${of} criteria proved`]),
  ...claims,
];

/** What to do where nothing is asked. */
export const advice = (shown: Shown): Line => {
  if (isOver(shown)) {
    const text =
      shown.good === true
        ? "It is over and done. Files and proof show what came of it."
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
