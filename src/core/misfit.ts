// The words that refuse an unreadable report, the same in every protocol, with the place that doesn't fit.
import type { RefusedReports } from "./job.ts";
import { isRecord } from "./record.ts";
import { refuse, type Refusal } from "./refusal.ts";
import type { Finding } from "./message.ts";

/** What would fit instead. */
export const asBriefed = { fits: "the form that the job's brief describes" };

/** Why an attempt failed, as a person reads it behind "failed 3 times": with code and what fits, as whoever handed the report in was told. */
export const refusedReason = ({ code, text, path, line, fits }: Refusal): string => {
  const place = path === undefined ? "" : `${path}${line === undefined ? "" : `:${line}`}: `;
  return `${code}: ${place}${text}${fits === undefined ? "" : ` (what fits: ${fits})`}`;
};
/** All findings of a refusal, a line each. */
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
/** Why an attempt failed whose report nobody could read, for people. @param what all that is wrong with it, each with its place */
export const misfitReason = (what: string): string =>
  `its report isn't what its brief asks for: ${what}`;

/** Where and what, the first of them. */
export const findingsText = (findings: readonly Finding[]): string =>
  misfitReason(
    findings
      .slice(0, 10)
      .map(({ pointer, text }) => `${pointer === "" ? "it" : pointer} ${text}`)
      .join("; "),
  );

/** Goes on a sentence about an attempt without a report. */
export const handedIn = ({ refused }: { readonly refused?: string }): string =>
  refused === undefined ? "" : `; the report that it handed in was refused: ${refused}`;

/** null: there is nothing that doesn't fit. */
export const firstMisfit = ([first]: readonly Finding[]): Refusal | null => {
  if (first === undefined) return null;
  const { pointer, text } = first;
  return refuse("REPORT_MISFIT", `${pointer} ${text}`.trim(), { pointer, ...asBriefed });
};
