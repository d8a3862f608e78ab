// Phase of a found run, from its units: what isn't done is worked on, what is done is reviewed anew.
import type { RunFiles } from "../check/folder.ts";
import { isPhase } from "../files/words.ts";
import type { IterativeCommands } from "../commands.ts";
import type { Phase } from "../state.ts";
import { aside, type Gathered, quoted } from "./gathering.ts";

type Found = IterativeCommands["Adopt"]["data"]["found"];
type Units = Found["units"];

const hasBegun = ({ stage, used, stuck }: Units[number]): boolean =>
  used > 0 || (stage !== "idle" && stuck?.back !== "idle");

/** Without a stated phase: derived from the existing texts. */
const byTexts = (units: Units, brief: Found["brief"], isWhole: boolean): Phase => {
  if (units.some(hasBegun) || isWhole) return "execute";
  return units.length > 0 || brief !== null ? "plan" : "discover";
};

const reached = (word: Phase | null, units: Units, brief: Found["brief"]): Phase => {
  const isWhole = units.length > 0 && units.every(({ stage }) => stage === "settled");
  switch (word) {
    case null:
      return byTexts(units, brief, isWhole) === "execute" && isWhole
        ? "verify"
        : byTexts(units, brief, isWhole);
    case "discover":
    case "plan":
      if (units.some(hasBegun)) return isWhole ? "verify" : "execute";
      return word === "plan" || brief !== null || units.length > 0 ? "plan" : "discover";
    default:
      if (units.length === 0) return brief === null ? "discover" : "plan";
      return isWhole ? "verify" : "execute";
  }
};

/** In the archive the stated phase counts, because nothing continues there. */
export const phaseOf = (
  seen: RunFiles,
  units: Units,
  brief: Found["brief"],
  archived: boolean,
  into: Gathered,
): Phase => {
  const said = seen.state?.phase ?? null;
  const word = said !== null && isPhase(said) ? said : null;
  if (said !== null && word === null)
    aside(into, "state.json", `PHASE_UNKNOWN: ${quoted(said)} is no phase`, said);
  if (archived) return word ?? "complete";
  const phase = reached(word, units, brief);
  if (word !== null && phase !== word)
    into.corrections.push(
      `PHASE_CHANGED: the run is in ${word} by state.json, and goes on in ${phase}: ${phase === "verify" ? "its review is made anew" : phase === "execute" ? "not every unit is done" : units.length > 0 ? "the plan waits for approval" : "there are no units"}`,
    );
  return phase;
};

/** A plan that can't have been approved yet waits for approval. */
export const planState = (phase: Phase, units: Units): Found["plan"]["state"] =>
  units.length === 0 ? "none" : phase === "discover" || phase === "plan" ? "proposed" : "approved";
