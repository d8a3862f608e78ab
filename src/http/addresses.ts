// Run, moment and numbers in an address: path and query.
import * as t from "../kit/schema.ts";
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { Card, Time } from "../core/row.ts";
import type { RouteRequest } from "./route.ts";

/** The run of the path. Records that it is being viewed. */
export const cardOf = async ({
  system,
  live,
  params,
}: Pick<RouteRequest<unknown, unknown>, "system" | "live" | "params">): Promise<Card | Refusal> => {
  const card = await system.find(params["run"] ?? "");
  if (!isRefusal(card)) live.looksAt(card.run);
  return card;
};

/** Unchanged while nothing of the run changes; null: unknown without a listener. */
export const markOf = (
  live: Pick<RouteRequest<unknown, unknown>["live"], "tickOf">,
  { run, version }: Card,
): string | null => {
  const tick = live.tickOf(run);
  return tick === null ? null : `${version} ${tick}`;
};

/** An endpoint about the run of its path: answers with the reason if it isn't found, else with the result for its card. */
export const ofRun =
  <A extends Parameters<typeof cardOf>[0], T>(answer: (asked: A, card: Card) => Promise<T>) =>
  async (asked: A): Promise<T | Refusal> => {
    const card = await cardOf(asked);
    return isRefusal(card) ? card : answer(asked, card);
  };

const moment = t.matching(
  /^(\d{1,15}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z)$/u,
  "a version, or a time as 2026-01-08T12:00:00.000Z",
);
export const at = t.optional(t.means("a version or a time; default: now", moment));

export const momentOf = (text: string): number | Time =>
  /^\d+$/u.test(text) ? Number(text) : text;

export const whole = (most: number) =>
  t.optional(
    t.means(`a whole number, at most ${most}`, t.matching(/^\d{1,15}$/u, "a whole number")),
  );
/** An integer from a query, at most `most`. */
export const numberOf = (
  text: string | undefined,
  otherwise: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number => (text === undefined ? otherwise : Math.min(Number(text), most));
