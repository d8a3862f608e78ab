// Reader of the times at which agent programs say that their limit is over: epochs, spans, and clock times and dates with zones.
import type { AgentFault } from "../core/job.ts";
import type { Time } from "../core/row.ts";

const [second, minute] = [1_000, 60_000];
const [hour, day] = [60 * minute, 24 * 60 * minute];
/** Times of reset between these, from the attempt's end on, are believed. */
const [soonestMs, longestMs] = [minute, 31 * day];
/** The wait where a time of reset is told and can't be believed. */
const unclearMs = 15 * minute;
/** A clock time that passed so recently isn't tomorrow's. */
const justMs = 10 * minute;

/** How a program tells it: the first group of `pattern` is the time. `seen`: the version where it was told, and the public thread or source file. */
export type ResetWords = {
  readonly seen: string;
  readonly as: "epoch" | "span" | "clock" | "date";
  readonly pattern: RegExp;
};

const units: readonly (readonly [RegExp, number])[] = [
  [/([\d.]+)\s*d(?:ays?)?\b/iu, day],
  [/([\d.]+)\s*h(?:(?:ou)?rs?)?(?=\b|\d)/iu, hour],
  [/([\d.]+)\s*m(?:in(?:ute)?s?)?(?=\b|\d)/iu, minute],
  [/([\d.]+)\s*s(?:ec(?:ond)?s?)?\b/iu, second],
  [/([\d.]+)\s*ms\b/iu, 1],
];
/** A bare number is of seconds. */
const spanMs = (text: string): number | null => {
  if (/^[\d.]+$/u.test(text)) return Number(text) * second;
  const told = units.flatMap(([pattern, ms]) => {
    const found = pattern.exec(text)?.[1];
    return found === undefined ? [] : [Number(found) * ms];
  });
  return told.length === 0 ? null : told.reduce((sum, one) => sum + one, 0);
};

/** The wall clock of a zone at a moment, as if it were UTC's; throws RangeError for an unknown zone. */
const wallOf = (zone: string | undefined, ms: number): number => {
  const parts = new Intl.DateTimeFormat("en-US", {
    ...(zone === undefined ? {} : { timeZone: zone }),
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(ms);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"));
};
/** The second round counts where the clocks change in between. */
const momentOf = (zone: string | undefined, wall: number): number => {
  const once = wall - (wallOf(zone, wall) - wall);
  return wall - (wallOf(zone, once) - once);
};

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const clock =
  /^(?:(?<month>[a-z]{3})[a-z]*\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?(?:,| at)? )?(?<hour>\d{1,2})(?::(?<minute>\d\d))?(?::\d\d)?\s?(?<half>[ap]m)?(?: ?\((?<zone>[\w/+-]+)\))?/iu;

/** Without a zone it is this machine's, without a date the next such time. null: not readable, or of an unknown zone. */
const clockMs = (text: string, at: number): number | null => {
  const found = clock.exec(text)?.groups;
  if (found === undefined) return null;
  const { month = "", half = "", zone } = found;
  const hours = (Number(found["hour"]) % (half === "" ? 24 : 12)) + (/^p/iu.test(half) ? 12 : 0);
  const time = hours * hour + Number(found["minute"] ?? 0) * minute;
  try {
    const today = Math.floor(wallOf(zone, at) / day) * day;
    if (month === "") {
      const next = momentOf(zone, today + time);
      return next < at - justMs ? momentOf(zone, today + day + time) : next;
    }
    const year = new Date(today).getUTCFullYear();
    const named = Date.UTC(
      Number(found["year"] ?? year),
      months.indexOf(month.toLowerCase()),
      Number(found["day"]),
    );
    // In December a date of January is next year's.
    const next =
      found["year"] === undefined && named < today - 180 * day
        ? Date.UTC(year + 1, new Date(named).getUTCMonth(), Number(found["day"]))
        : named;
    return Number.isNaN(next) ? null : momentOf(zone, next + time);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};

/** A date and time with its offset or in UTC; without either, as this machine's. */
const dateMs = (text: string): number | null => {
  const found =
    /^(\d{4}-\d\d-\d\d)(?:T| at | )(\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(UTC|Z|[+-]\d\d:?\d\d)?/u.exec(
      text,
    );
  if (found === null) return null;
  const [, date = "", time = "", zone = ""] = found;
  return Date.parse(`${date}T${time}${zone === "UTC" ? "Z" : zone}`);
};

/** An epoch in seconds or milliseconds, in ms. */
export const epochMs = (told: number): number => (told < 1e11 ? told * second : told);

const readers: Readonly<Record<ResetWords["as"], (text: string, at: number) => number | null>> = {
  epoch: (text) => epochMs(Number(text)),
  span: (text, at) => {
    const ms = spanMs(text);
    return ms === null ? null : at + ms;
  },
  clock: clockMs,
  date: dateMs,
};

const iso = (ms: number): Time => new Date(ms).toISOString();

/** When to try again, by a moment that was told; `told`: how, for the person where it can't be believed. */
export const retryBy = (
  ms: number | null,
  told: string,
  at: number,
): Pick<AgentFault, "retryAt" | "unclear"> =>
  ms === null || Number.isNaN(ms) || ms < at - justMs || ms > at + longestMs
    ? { retryAt: iso(at + unclearMs), unclear: told.slice(0, 120) }
    : { retryAt: iso(Math.max(ms, at + soonestMs)) };

/** By the first of the wordings that is found; null: none is. */
export const retryIn = (
  said: string,
  words: readonly ResetWords[],
  at: number,
): Pick<AgentFault, "retryAt" | "unclear"> | null => {
  for (const { as, pattern } of words) {
    const found = pattern.exec(said);
    const text = found?.[1]?.trim() ?? "";
    if (found !== null && text !== "") return retryBy(readers[as](text, at), found[0].trim(), at);
  }
  return null;
};
