// Text prefixes of proofs, claims, waivers and stale entries in ultrawork's session files.
import { cut } from "../checks.ts";

export type Ran = {
  readonly by: "engine" | "person" | "verifier";
  readonly name: string;
  readonly passed: boolean;
  readonly captured: boolean;
  readonly exit: number | null;
  readonly why: string | null;
  readonly digest: string | null;
  /** The kept file of a screenshot. */
  readonly path: string | null;
  readonly text: string;
};

const label = (ran: Ran): string => {
  if (ran.by === "person")
    return ran.passed ? `[confirmed by ${ran.name}] ` : `[called unmet by ${ran.name}] `;
  if (ran.captured)
    return `[captured] ${[ran.path, ran.digest].filter((part) => part !== null).join(" ")}`;
  if (ran.passed || ran.by === "verifier") return "";
  if (ran.why?.startsWith("timed out") === true) return "[timed out] ";
  if (ran.exit === null)
    return ran.why === null ? "[exit unknown] " : `[exit unknown] ${ran.why}\n`;
  return ran.why === null || ran.why.startsWith("exit ")
    ? `[exit ${ran.exit}] `
    : `[exit ${ran.exit}] ${ran.why}\n`;
};

/** A result that the engine observed or a person confirmed. */
export const ranText = (ran: Ran): string =>
  ran.captured ? label(ran) : `${label(ran)}${cut(ran.text)}`;
export const claimText = (by: string, said: string): string => `[claim by ${by}] ${cut(said)}`;
export const waiverText = (by: string, reason: string): string =>
  `[waived by ${by}] ${cut(reason)}`;
export const staleText = (text: string): string => `[stale] ${text}`;
