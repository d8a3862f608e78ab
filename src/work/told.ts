// Events on where a run's work stands, and what their news and ends are told from.
import { eventsOn } from "../kit/event.ts";
import { type Site, isPersons } from "./site.ts";
import { mostMends } from "./limits.ts";
import { firstLine, oneLine } from "../core/quote.ts";
import { type EndSaid, ofUnit } from "../core/attempt-end.ts";

/** `givenUp`: the run ended without success. */
export type Told = Pick<Site, "candidates"> & { readonly givenUp: boolean };

export const { event, opening } = eventsOn<Site, Told>();

/** Files of a conflict that are named. */
export const mostFiles = 3;

/** Of the last work of a unit: by the unit, and where one unit gathers all work by whose it is. */
export const stands = (
  { candidates }: Told,
  unit: string,
  is: "returned" | "conflict",
  why: string,
): readonly EndSaid[] => {
  const said = ofUnit(unit, is, why);
  const doer = candidates[unit]?.doer.job;
  return doer === undefined ? [said] : [said, { ...said, of: { job: doer } }];
};

/** What follows a trouble. */
export const next = ({ candidates, givenUp }: Told, unit: string): string => {
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

/** Which check failed, and how. */
export const firstSaid = (said: string): string => oneLine(firstLine(said), 160);
