// Why: a report that can't be read is refused in the same words by every protocol, with the place in it that doesn't fit.
import { refuse, type Refusal } from "./refusal.ts";
import type { Finding } from "./shape.ts";

/** What would fit instead. */
export const asBriefed = { fits: "the form that the job's brief describes" };

const before = "REPORT_MISFIT: ";
const behind = ` (what fits: ${asBriefed.fits})`;
/** The reason of an attempt whose report didn't fit, as a person reads it behind "failed 3 times": with code and what fits, as whoever handed it in would have been told. */
export const misfitReason = (text: string): string => `${before}${text}${behind}`;
/** The same without them, for whoever tells them apart. */
export const misfitText = (reason: string): string =>
  reason.slice(reason.startsWith(before) ? before.length : 0, reason.endsWith(behind) ? -behind.length : undefined);

/** Any refusal, in that form. */
export const refusedReason = ({ code, text, fits }: Refusal): string =>
  `${code}: ${text}${fits === undefined ? "" : ` (what fits: ${fits})`}`;
/** Goes on a sentence about an attempt without a report. */
export const handedIn = ({ refused }: { readonly refused?: string }): string =>
  refused === undefined ? "" : `; the report that it handed in was refused: ${refused}`;

/** null: there is nothing that doesn't fit. */
export const firstMisfit = ([finding]: readonly Finding[]): Refusal | null =>
  finding === undefined
    ? null
    : refuse("REPORT_MISFIT", `${finding.pointer} ${finding.text}`.trim(), { pointer: finding.pointer, ...asBriefed });
