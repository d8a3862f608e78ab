// Labels under the time bar's axis: clock times, dates, and lengths that are left out; none overlaps another.
import { stepOf, ticksEvery, two, dayName } from "../work/ticks.ts";
import type { Axis, Part } from "./axis.ts";

/** `at`: the labelled place, `left`: where its text begins; both in pixels. */
export type Label = {
  readonly text: string;
  readonly at: number;
  readonly left: number;
  readonly is: "time" | "day" | "quiet";
};
/** `or`: a shorter text if there is no room. */
type Wish = Pick<Label, "text" | "at" | "is"> & {
  readonly side: "begins" | "middle" | "ends";
  readonly or?: string;
};

/** Width of a character (dates are bold), and gap between labels, in pixels. */
const letter = { time: 6.4, day: 7, quiet: 6.4 };
const apart = 5;
const wideOf = (text: string, is: Label["is"]): number => text.length * letter[is];

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** `45 min`, `14 h`, `3 d`: rounded; the exact length is given elsewhere. */
export const shortSpan = (ms: number): string => {
  if (ms < 100 * minute) return `${Math.round(ms / minute)} min`;
  return ms < 48 * hour ? `${Math.round(ms / hour)} h` : `${Math.round(ms / day)} d`;
};

export type LabelParts = {
  readonly axis: Axis;
  readonly width: number;
  /** The reader's UTC offset at a time, in ms. */
  readonly offset: (at: number) => number;
  /** Today in `dayOf`'s count: its date is omitted. */
  readonly today: number;
  /** The right end is now. */
  readonly live: boolean;
};

/** The reader's day number since 1970. */
export const dayOf = (at: number, offset: LabelParts["offset"]): number =>
  Math.floor((at + offset(at)) / day);

type Clock = {
  /** `14:05`, with seconds if marks are less than a minute apart. */
  readonly timeAt: (at: number) => string;
  readonly dateAt: (at: number) => string;
};
const clockOf = (step: number, offset: LabelParts["offset"]): Clock => ({
  timeAt: (at) => {
    const date = new Date(at + offset(at));
    const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
    return step < minute ? `${time}:${two(date.getUTCSeconds())}` : time;
  },
  dateAt: (at) => dayName(at + offset(at)),
});

/** Labels at the beginning of stretches after a break. */
const startWishes = (
  { axis, width, offset }: LabelParts,
  { timeAt, dateAt }: Clock,
): readonly Wish[] => {
  const shown = axis.filter(({ quiet }) => !quiet);
  // With many days in little room only days are labelled.
  const many = shown.length * wideOf("22 Nov 00:00", "day") > width;
  return axis.flatMap((part, index): readonly Wish[] => {
    const before = axis[index - 1];
    if (part.quiet || before === undefined) return [];
    const [date, time] = [dateAt(part.from), timeAt(part.from)];
    const place = { at: part.left * width, side: "begins" } as const;
    return dayOf(part.from, offset) === dayOf(before.from, offset)
      ? [{ ...place, text: time, is: "time" }]
      : [{ ...place, text: many ? date : `${date} ${time}`, or: date, is: "day" }];
  });
};

/** The length of each skipped stretch. */
const breakWishes = ({ axis, width, live }: LabelParts): readonly Wish[] =>
  axis
    .filter((part) => part.quiet && !(live && part === axis.at(-1)))
    .map(({ from, to, left, right }) => ({
      text: shortSpan(to - from),
      at: ((left + right) / 2) * width,
      is: "quiet",
      side: "middle",
    }));

const tickWishes = ({ axis, width, offset }: LabelParts, step: number): readonly Wish[] =>
  axis
    .filter(({ quiet }) => !quiet)
    .flatMap((part) =>
      ticksEvery(part, step, offset).map(({ at, label, day: begins }): Wish => {
        const share = (at - part.from) / (part.to - part.from);
        return {
          text: label,
          at: (part.left + share * (part.right - part.left)) * width,
          is: begins ? "day" : "time",
          side: "middle",
        };
      }),
    );

const firstWish = ({ offset, today }: LabelParts, { from }: Part, clock: Clock): Wish => {
  const time = clock.timeAt(from);
  return dayOf(from, offset) === today
    ? { text: time, at: 0, is: "time", side: "begins" }
    : { text: `${clock.dateAt(from)} ${time}`, at: 0, is: "day", side: "begins" };
};

const lastWish = ({ width, live }: LabelParts, { from, to, quiet }: Part, clock: Clock): Wish => {
  const place = { at: width, side: "ends" } as const;
  const length = shortSpan(to - from);
  return live && quiet
    ? { ...place, text: `${length} to now`, or: length, is: "quiet" }
    : { ...place, text: live ? "now" : clock.timeAt(to), is: "time" };
};

/** The most important first. */
const wishesOf = (parts: LabelParts): readonly Wish[] => {
  const { axis, width, offset } = parts;
  const [first, last] = [axis[0], axis.at(-1)];
  if (first === undefined || last === undefined) return [];
  const shown = axis.filter(({ quiet }) => !quiet);
  const sum = (of: (part: Part) => number): number =>
    shown.reduce((all, part) => all + of(part), 0);
  const step = stepOf(
    sum(({ from, to }) => to - from),
    sum(({ left, right }) => right - left) * width,
  );
  const clock = clockOf(step, offset);
  const [starts, breaks] = [startWishes(parts, clock), breakWishes(parts)];
  const marks = [...starts, ...tickWishes(parts, step)];
  // Lengths that don't fit in their breaks yield to dates.
  const roomy = axis.every(
    ({ quiet, from, to, left, right }) =>
      !quiet || (right - left) * width >= wideOf(shortSpan(to - from), "quiet"),
  );
  return [
    firstWish(parts, first, clock),
    ...(roomy ? breaks : []),
    lastWish(parts, last, clock),
    ...marks.filter(({ is }) => is === "day"),
    ...marks.filter(({ is }) => is !== "day"),
    ...(roomy ? [] : breaks),
  ];
};

/** From left to right. */
export const labelsOf = (parts: LabelParts): readonly Label[] => {
  const placed: (Label & { readonly right: number })[] = [];
  const put = ({ at, is, side }: Wish, text: string): boolean => {
    const wide = wideOf(text, is);
    const begin = side === "begins" ? at : side === "ends" ? at - wide : at - wide / 2;
    const left = Math.max(0, Math.min(parts.width - wide, begin));
    const free = placed.every(
      (other) => left + wide + apart <= other.left || left >= other.right + apart,
    );
    if (free) placed.push({ text, at, left, is, right: left + wide });
    return free;
  };
  for (const wish of wishesOf(parts))
    if (!put(wish, wish.text) && wish.or !== undefined) put(wish, wish.or);
  return placed
    .map(({ text, at, left, is }) => ({ text, at, left, is }))
    .toSorted((one, other) => one.left - other.left);
};
