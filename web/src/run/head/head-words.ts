// Why: what goes on, what is wrong and what is to be done is drawn from what every protocol's view tells alike, in words that need no manual.
import type { Shown } from "../../../../src/http/answers.ts";
import { endMark, isOver } from "../../over.ts";
import type { Mark, Tone } from "../../style/mark.tsx";
import { count } from "../../words.ts";

export type Line = {
  readonly tone: Tone;
  readonly what: string;
  readonly text: string;
  /** A node that it is about. */ readonly node?: string;
};

const jobsThat = ({ jobs }: Pick<Shown, "jobs">, is: Shown["jobs"][number]["is"]) => jobs.filter((job) => job.is === is);

/** In one word or two: how it stands, or stood. Who was at work in the past isn't known. */
export const standingOf = (shown: Shown, past: boolean): Mark => {
  if (isOver(shown)) return endMark(shown);
  if (shown.life === "paused" || shown.status === "paused") return { mark: "‖", tone: "wait", words: "paused" };
  if (shown.decisions.length > 0) return { mark: "◆", tone: "wait", words: past ? "waited for a decision" : "waits for you" };
  if (!past && shown.status === "running" && jobsThat(shown, "doubt").length > 0 && jobsThat(shown, "running").length === 0)
    return { mark: "✖", tone: "bad", words: "in doubt" };
  if (!past && shown.status === "running" && isIdle(shown)) return { mark: "‖", tone: "wait", words: "nobody is at work" };
  return shown.status === "running" ? { mark: "▶", tone: "busy", words: "running" } : { mark: "‖", tone: "wait", words: "waiting" };
};

/** Work could begin or go on, and nobody is at it. Whether a runner elsewhere is about to begin isn't known. */
export const isIdle = (shown: Shown): boolean =>
  shown.life === "live" &&
  shown.runner === null &&
  jobsThat(shown, "running").length === 0 &&
  jobsThat(shown, "ready").length + jobsThat(shown, "doubt").length > 0;

/** The worst first. */
export const wrongs = (shown: Shown): readonly Line[] => [
  ...(shown.refused === null ? [] : [{ tone: "bad" as const, what: "hand edit refused", text: shown.refused }]),
  ...jobsThat(shown, "doubt").map(({ subject, role, why }) => ({
    tone: "bad" as const,
    what: "in doubt",
    text: `${role}: ${why ?? "nobody knows how it ended"}`,
    node: subject,
  })),
  ...shown.nodes
    .filter(({ status }) => status === "failed")
    .map(({ id, label, why, note }) => ({
      tone: "bad" as const,
      what: "failed",
      text: [label, note, why].filter((part) => part !== null && part !== "").join(": "),
      node: id,
    })),
  ...shown.nodes
    .filter(({ by, status }) => by === null && (status === "ready" || status === "waiting"))
    .slice(0, 1)
    .map(({ id, role }) => ({
      tone: "wait" as const,
      what: "nobody to do it",
      text: `no agent has the role ${role ?? "of this work"}: say one in cairn.config.json`,
      node: id,
    })),
  ...shown.warnings.map((text) => ({ tone: "wait" as const, what: "warning", text })),
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
  const doubts = jobsThat(shown, "doubt").length;
  if (doubts > 0 && jobsThat(shown, "running").length === 0)
    return {
      tone: "wait",
      what: "Go on with it",
      text: `What came of ${count(doubts, "job")} is looked at first, as told under “what is wrong”.`,
    };
  if (isIdle(shown))
    return {
      tone: "wait",
      what: "Go on with it",
      text: `${count(jobsThat(shown, "ready").length, "job")} could begin, and no runner is at work here.`,
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
