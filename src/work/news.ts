// What people who follow a run are told of its landings: what landed, what can't, and what happens next.
import { firstOf } from "../core/how-many.ts";
import type { News } from "../core/news.ts";
import { firstLine, oneLine } from "../core/quote.ts";
import { eventLine } from "./event-line.ts";
import { checksUnit } from "./final.ts";
import { mostMends } from "./limits.ts";
import type { WorkEvent } from "./messages.ts";
import { isPersons, type Site } from "./site.ts";

/** Files of a conflict that are named. */
const mostFiles = 3;

/** What follows a trouble. `givenUp`: the run ended without success. */
const next = (site: Site | null, unit: string, givenUp: boolean): string => {
  const candidate = site?.candidates[unit];
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
const red = (said: string): string => oneLine(firstLine(said), 160);

export const news = (event: WorkEvent, site: Site | null, givenUp: boolean): News | null => {
  switch (event.type) {
    case "ConflictFound": {
      const { unit, files } = event.data;
      return {
        word: "again",
        text: `${unit} conflicts in ${firstOf(files, mostFiles)}${next(site, unit, givenUp)}`,
      };
    }
    case "LandingTried": {
      const { unit, passed, said } = event.data;
      return passed
        ? null
        : {
            word: "again",
            text: `${unit} fails on the merged tree: ${red(said)}${next(site, unit, givenUp)}`,
          };
    }
    case "FinalTried": {
      const { unit, passed, said } = event.data;
      const where = unit === checksUnit ? unit : `${unit} on the final head`;
      return passed
        ? null
        : { word: "failed", text: `${where}: ${red(said)}; you are asked what to do` };
    }
    case "WorkLanded":
      return { word: "lands", text: eventLine(event) };
    case "WorkDropped":
      return { word: "failed", text: eventLine(event) };
    default:
      return null;
  }
};
