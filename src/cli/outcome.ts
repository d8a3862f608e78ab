// One line about an attempt's end, from the table of states that the page uses, too.
import { type AttemptState, attemptStates } from "../core/attempt-states.ts";
import { isRefusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import { cleanLine } from "./clean.ts";
import { flowed, type Page } from "./layout.ts";
import { paint } from "./style.ts";

export type Outcome = { readonly state: AttemptState; readonly why: string | null };

/** null: not over, or the ledger says nothing of its end. */
export const outcomeOf = async (
  system: System,
  run: string,
  fence: number,
): Promise<Outcome | null> => {
  const attempts = await system.timeline(run);
  if (isRefusal(attempts)) return null;
  const attempt = attempts.find((one) => one.fence === fence);
  const last = attempt?.ends.at(-1);
  return attempt?.over !== true || last === undefined ? null : { state: last.is, why: last.why };
};

export const outcomeText = ({ state, why }: Outcome, page: Page): string => {
  const { sign, word, shade } = attemptStates[state];
  return flowed(
    `${paint(page, shade, `${sign} ${word}`)}${why === null ? "" : `: ${cleanLine(why)}`}`,
    page,
  );
};
