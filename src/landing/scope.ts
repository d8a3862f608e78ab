// Constructors of events about a run's work, and the state that their news and ends need.
import { eventsOn } from "../kit/event.ts";
import { type Site, isPersons } from "./site.ts";
import { mostMends } from "./limits.ts";
import { firstLine, oneLine } from "../core/words/quote.ts";
import { type EndSaid, ofUnit } from "../core/reports/attempt-end.ts";

/** `givenUp`: the run ended without success. */
export type Scope = Pick<Site, "candidates" | "expected" | "tried"> & { readonly givenUp: boolean };

export const { event, opening } = eventsOn<Site, Scope>();

/** Maximum of conflicting files to list. */
export const mostFiles = 3;

/** Describes the state of a unit's last work; in a gathering unit, by author. */
export const stands = (
  { candidates }: Scope,
  unit: string,
  is: "returned" | "conflict",
  why: string,
): readonly EndSaid[] => {
  const said = ofUnit(unit, is, why);
  const doer = candidates[unit]?.doer.job;
  return doer === undefined ? [said] : [said, { ...said, of: { job: doer } }];
};

/** Describes the next step after a problem. */
export const next = ({ candidates, givenUp }: Scope, unit: string): string => {
  const candidate = candidates[unit];
  if (candidate === undefined) return "";
  const { early, merged, mends, trouble } = candidate;
  if (trouble === null)
    return early === null
      ? ""
      : `; that counts once ${merged?.ahead ?? "what is before it"} has landed`;
  if (isPersons(candidate)) return "; you are asked what to do";
  if (mends.running) return `; its agent mends it (${mends.begun} of ${mostMends})`;
  if (givenUp) return "; it doesn't land";
  return mends.begun < mostMends
    ? `; its agent mends it (${mends.begun + 1} of ${mostMends})`
    : "; you are asked what to do";
};

/** The failed check and the start of its output. */
export const firstSaid = (said: string): string => oneLine(firstLine(said), 160);
