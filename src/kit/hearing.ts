// Result of an agent's attempt: a report that fits its schema, or the reason why there is none.
import { faultWords } from "../core/agent-fault.ts";
import type { Outcome } from "../core/job.ts";
import { withLastWords } from "../core/last-words.ts";
import { findingsText, handedIn } from "../core/misfit.ts";
import { endingWords, unreadWords } from "../core/unread.ts";
import type { Time } from "../core/row.ts";
import { findingsIn, fits } from "./findings.ts";
import * as t from "./schema.ts";

type Ended = Extract<Outcome, { is: "ended" }>;
export type Unheard = {
  readonly reason: string;
  /** Its model server refused it, so it did no work. */
  readonly turned_away: boolean;
  /** Earliest next attempt, as requested by the provider. */
  readonly retry_at: Time | null;
};
export type Hearing<S extends t.Schema> = { readonly report: t.Of<S> } | Unheard;

/** Why its report doesn't count; null if it does. */
const ill = (outcome: Ended): string | null => {
  const { reason, exit, hosted, found } = outcome;
  if (reason !== "exit") return endingWords[reason];
  if (hosted && exit !== 0) return `exit ${exit ?? "unknown"}`;
  return found === "one" ? null : unreadWords[found];
};

/** @param most maximum characters of a reason */
export const hear = <S extends t.Schema>(schema: S, outcome: Ended, most: number): Hearing<S> => {
  const { found, report, fault } = outcome;
  const unheard = (reason: string, turned = false): Unheard => ({
    reason: reason.slice(0, most),
    turned_away: turned,
    retry_at: fault?.retryAt ?? null,
  });
  const words = `${handedIn(outcome)}${withLastWords(outcome)}`;
  const trouble = fault === null || found === "one" ? null : faultWords[fault.kind];
  if (trouble !== null) return unheard(`${trouble}${words}`, true);
  const why = ill(outcome);
  if (why !== null) return unheard(`${why}${words}`);
  if (fits(schema, report)) return { report };
  return unheard(findingsText(findingsIn(schema, report)));
};

/** Fields of a command that records an attempt without a result. */
export const unheardFields = {
  reason: t.text,
  spent: t.standing(t.means("it counts as a try", t.flag), true),
  turned_away: t.standing(t.means("by the agent's model server", t.flag), false),
  retry_at: t.standing(t.maybe(t.text), null),
};
/** Maximum consecutive refusals before one counts as an attempt, and the wait after each. */
const mostTimes = 4;
const pauseMs = (times: number): number => 30_000 * 4 ** (times - 1);

/** `times`: consecutive. */
export const troubleShape = t.record({ times: t.count, notBefore: t.text });
export type Trouble = t.Of<typeof troubleShape>;
/** @returns null if the attempt counts */
export const troubleAfter = (
  before: Trouble | null,
  { turned_away, retry_at }: Pick<Unheard, "turned_away" | "retry_at">,
  at: Time,
): Trouble | null => {
  const times = (before?.times ?? 0) + 1;
  if (!turned_away || times > mostTimes) return null;
  const told = retry_at === null ? 0 : Date.parse(retry_at) || 0;
  const until = Math.max(told, Date.parse(at) + pauseMs(times));
  return { times, notBefore: new Date(until).toISOString() };
};
