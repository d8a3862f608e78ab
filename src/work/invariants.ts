// What an event of a run's work must follow from, for `verify`: nothing landed but what was merged onto the head before it.
import type { WorkEvent } from "./messages.ts";
import { isUnproved } from "./decide.ts";
import type { Site } from "./site.ts";

export const broken = (site: Site | null, event: WorkEvent): string | null => {
  if (event.type === "BaseSet") return site === null ? null : "the run has a base already";
  if (site === null) return "nothing is known of the run's work before it";
  if (event.type === "WorkMerged") {
    const { ahead, onto } = event.data;
    const below = ahead === undefined ? site.head.commit : site.candidates[ahead]?.merged?.commit;
    return below === onto
      ? null
      : "what it was merged onto is neither the head nor what would land before it";
  }
  if (event.type !== "WorkLanded") return null;
  const { unit, n, landed } = event.data;
  const candidate = site.candidates[unit];
  const merged = candidate?.merged;
  if (n !== site.landed + 1) return `it is landing ${n}, and ${site.landed} were before it`;
  if (
    candidate === undefined ||
    merged === undefined ||
    merged === null ||
    merged.commit !== landed.commit ||
    merged.tree !== landed.tree
  )
    return "what it names is not what was merged and proved";
  if (merged.onto !== site.head.commit) return "it was merged onto another head";
  if (candidate.trouble !== null) return "it had a conflict or a red check by then";
  return isUnproved(site, candidate) ? "the repository's checks weren't green on it" : null;
};
