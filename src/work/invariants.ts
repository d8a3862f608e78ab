// What an event of a run's work must follow from, for `verify`: nothing landed but what was merged onto the head before it.
import type { WorkEvent } from "./messages.ts";
import type { Site } from "./site.ts";

export const broken = (site: Site | null, event: WorkEvent): string | null => {
  if (event.type === "BaseSet") return site === null ? null : "the run has a base already";
  if (site === null) return "nothing is known of the run's work before it";
  if (event.type !== "WorkLanded") return null;
  const { unit, n, landed } = event.data;
  const merged = site.candidates[unit]?.merged;
  if (n !== site.landed + 1) return `it is landing ${n}, and ${site.landed} were before it`;
  if (merged === undefined || merged === null || merged.commit !== landed.commit || merged.tree !== landed.tree)
    return "what it names is not what was merged and proved";
  return merged.onto === site.head.commit ? null : "it was merged onto another head";
};
