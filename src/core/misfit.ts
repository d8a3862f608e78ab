// Why: a report that can't be read is refused in the same words by every protocol, with the place in it that doesn't fit.
import { refuse, type Refusal } from "./refusal.ts";
import type { Finding } from "./shape.ts";

/** What would fit instead. */
export const asBriefed = { fits: "the form that the job's brief describes" };

/** null: there is nothing that doesn't fit. */
export const firstMisfit = ([finding]: readonly Finding[]): Refusal | null =>
  finding === undefined
    ? null
    : refuse("REPORT_MISFIT", `${finding.pointer} ${finding.text}`.trim(), { pointer: finding.pointer, ...asBriefed });
