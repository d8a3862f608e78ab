// Texts of evidence: proofs, claims, waivers, answers and verdicts, each with its prefix.
import { cut } from "../../../kit/check/check.ts";
import { byWhom } from "../../../work/events/declare.ts";
import type { verdictRecorded } from "../../../work/events/proofs.ts";
import type { Proof } from "../../../work/unit.ts";

export type Ran = Pick<
  Proof,
  "by" | "name" | "passed" | "captured" | "exit" | "why" | "digest" | "command" | "excerpt"
>;

/** A picture's command is its path. */
const engineText = ({ passed, captured, exit, why, digest, command, excerpt }: Ran): string => {
  if (captured) return `[captured] ${command}${digest === null ? "" : ` ${digest}`}`;
  if (passed) return cut(excerpt);
  if (why?.startsWith("timed out") === true) return `[timed out] ${cut(excerpt)}`;
  const isSaid = why === null || (exit !== null && why.startsWith("exit "));
  return `[exit ${exit ?? "unknown"}] ${isSaid ? "" : `${why}\n`}${cut(excerpt)}`;
};

/** What the engine saw, a person confirmed, or somebody judged. */
export const ranText = (ran: Ran): string => {
  if (ran.by === "engine") return engineText(ran);
  const text = cut(ran.excerpt);
  if (ran.by === "person" && ran.passed) return `[confirmed by ${ran.name}] ${text}`;
  const word = ran.passed ? "met" : "unmet";
  return `[verdict by ${ran.name}] ${word}${text === "" ? "" : `: ${text}`}`;
};
export const claimText = (by: string, said: string): string => `[claim ${byWhom(by)}] ${cut(said)}`;
export const waiverText = (by: string, reason: string): string =>
  `[waived by ${by}] ${cut(reason)}`;

type Verdict = Parameters<typeof verdictRecorded>[0];
export const verdictText = ({ verdict, by, issues, notes }: Verdict): string => {
  const found = issues.map(({ summary, doneWhen }) => `- ${summary} (done when: ${doneWhen})`);
  const text = [verdict, ...found, ...(notes === "" ? [] : [notes])].join("\n");
  return `[verdict by ${by}] ${cut(text)}`;
};
