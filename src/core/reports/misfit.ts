// The words that refuse an unreadable report, the same in every protocol, with the place that doesn't fit.
import type { RefusedReports } from "../job.ts";
import { isRecord } from "../json/record.ts";
import { refuse, type Refusal } from "../refusal.ts";
import type { Finding } from "../message.ts";

/** Suggests the valid form. */
export const asBriefed = { fits: "the form that the job's brief describes" };

/** Why an attempt failed, shown after "failed 3 times": code and suggestion, the same as the report's author got. */
export const refusedReason = ({ code, text, path, line, fits }: Refusal): string => {
  const place = path === undefined ? "" : `${path}${line === undefined ? "" : `:${line}`}: `;
  return `${code}: ${place}${text}${fits === undefined ? "" : ` (what fits: ${fits})`}`;
};
/** All findings of a refusal, one on each line. */
export const refusedReasons = (refused: Refusal): string =>
  (refused.more === undefined || refused.more.length === 0 ? [refused] : refused.more)
    .map(refusedReason)
    .join("\n");
export const refusedIn = (kept: unknown): RefusedReports | null => {
  const { times, why } = isRecord(kept) ? kept : {};
  return typeof times === "number" && typeof why === "string" ? { times, why } : null;
};
export const refusedTimes = ({ times, why }: RefusedReports): string =>
  times === 1 ? why : `${times} times, at last: ${why}`;
/** Why an attempt with an unreadable report failed, for people. `what`: all findings with their positions */
export const misfitReason = (what: string): string =>
  `its report isn't what its brief asks for: ${what}`;

/** Position and text of the first findings. */
export const findingsText = (findings: readonly Finding[]): string =>
  misfitReason(
    findings
      .slice(0, 10)
      .map(({ pointer, text }) => `${pointer === "" ? "it" : pointer} ${text}`)
      .join("; "),
  );

/** Continues a sentence about an attempt without a report. */
export const handedIn = ({ refused }: { readonly refused?: string }): string =>
  refused === undefined ? "" : `; the report that it handed in was refused: ${refused}`;

/** Returns null if there is no mismatch. */
export const firstMisfit = ([first]: readonly Finding[]): Refusal | null => {
  if (first === undefined) return null;
  const { pointer, text } = first;
  return refuse("REPORT_MISFIT", `${pointer} ${text}`.trim(), { pointer, ...asBriefed });
};
