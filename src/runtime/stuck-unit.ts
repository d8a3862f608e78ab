// The stuck unit that a person names, and whether its checks may run again by that person's word.
import type { Sender } from "../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { CheckedAgain } from "./results.ts";
import { checkAgain, type Parts } from "./check-again.ts";
import type { Due } from "./due.ts";
import type { Views } from "./facets/views.ts";
import { unknownRun } from "./find.ts";
import { restingWords, wayOf } from "./mending.ts";

export const stuckUnit = async (
  asked: Pick<Due, "standings"> & Pick<Views, "timeline">,
  parts: Parts,
  run: string,
  unit: string,
  by: Sender,
): Promise<CheckedAgain | Refusal> => {
  if (by.kind !== "person")
    return refuse("SENDER_WRONG", "whether something was mended by hand is a person's to say", {
      fits: "an agent reports its own job: `cairn report`",
    });
  const folded = await parts.folds.newest(run);
  if (folded === null) return unknownRun(run);
  const [standings, attempts] = [await asked.standings(run), await asked.timeline(run)];
  if (isRefusal(standings)) return standings;
  if (isRefusal(attempts)) return attempts;
  const names = [
    ...new Set([
      ...folded.protocol.view(folded.state).nodes.map(({ id }) => id),
      ...standings.map(({ job }) => job.subject),
    ]),
  ];
  if (!names.includes(unit))
    return refuse("UNIT_UNKNOWN", `run ${run} has no ${unit.slice(0, 64)}`, {
      fits: `one of: ${names.slice(0, 24).join(", ")}`,
    });
  const resting = restingWords(run, folded);
  if (resting !== null) return resting;
  const tried = attempts.some(({ kind, subject }) => kind === "agent" && subject === unit);
  const at = { ...parts, run, folded, unit, by };
  const way = await wayOf(at, standings, unit, tried, by);
  return isRefusal(way) ? way : checkAgain(at, way);
};
