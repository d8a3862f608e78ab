// Why: a report that can't be read is refused in the same words by every protocol, with the place in it that doesn't fit.
import { refuse, type Refusal } from "./refusal.ts";
import type { Finding } from "./shape.ts";

/** What would fit instead. */
export const asBriefed = { fits: "the form that the job's brief describes" };

/** Why an attempt failed, as a person reads it behind "failed 3 times": with code and what fits, as whoever handed the report in was told. */
export const refusedReason = ({ code, text, fits }: Refusal): string =>
  `${code}: ${text}${fits === undefined ? "" : ` (what fits: ${fits})`}`;
/** The same of a report that didn't fit, whoever was told. */
export const misfitReason = (text: string): string => refusedReason(refuse("REPORT_MISFIT", text, asBriefed));
const [before = "", behind = ""] = misfitReason("\n").split("\n");
/** What stands in it, without code and what fits; of a longer one that was cut, what is left. */
export const misfitText = (reason: string): string =>
  reason.slice(reason.startsWith(before) ? before.length : 0, reason.endsWith(behind) ? -behind.length : undefined);

/** Goes on a sentence about an attempt without a report. */
export const handedIn = ({ refused }: { readonly refused?: string }): string =>
  refused === undefined ? "" : `; the report that it handed in was refused: ${refused}`;

/** null: there is nothing that doesn't fit. */
export const firstMisfit = ([finding]: readonly Finding[]): Refusal | null =>
  finding === undefined
    ? null
    : refuse("REPORT_MISFIT", `${finding.pointer} ${finding.text}`.trim(), { pointer: finding.pointer, ...asBriefed });
