// The words that refuse an unreadable report, the same in every protocol, with the place that doesn't fit.
import { refuse, type Refusal } from "./refusal.ts";
import type { Finding } from "./shape.ts";

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
/** With how often a report was refused so far. `before`: what this said at the last time; null: there was none. */
export const refusedAgain = (before: string | null, refused: Refusal): string => {
  const now = refusedReason(refused);
  return before === null
    ? now
    : `${Number(/^(\d{1,6}) times, at last: /u.exec(before)?.[1] ?? 1) + 1} times, at last: ${now}`;
};
const unlike = "its report isn't what its brief asks for: ";
/** Why an attempt failed whose report nobody could read, for people. @param what all that is wrong with it, each with its place */
export const misfitReason = (what: string): string => `${unlike}${what}`;
/** What is wrong with it, alone. */
export const misfitText = (reason: string): string =>
  reason.slice(reason.startsWith(unlike) ? unlike.length : 0);

/** Goes on a sentence about an attempt without a report. */
export const handedIn = ({ refused }: { readonly refused?: string }): string =>
  refused === undefined ? "" : `; the report that it handed in was refused: ${refused}`;

/** null: there is nothing that doesn't fit. */
export const firstMisfit = ([finding]: readonly Finding[]): Refusal | null =>
  finding === undefined
    ? null
    : refuse("REPORT_MISFIT", `${finding.pointer} ${finding.text}`.trim(), {
        pointer: finding.pointer,
        ...asBriefed,
      });
