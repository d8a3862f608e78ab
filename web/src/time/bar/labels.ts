// The words under the time bar's axis: clock times, dates where the day changes, lengths that are left out; none lies on another.
import { stepOf, ticksEvery, two, dayName } from "../work/ticks.ts";
import type { Axis, Part } from "./axis.ts";

/** `at`: the place that it names, `left`: where its text begins; both in pixels. */
export type Label = {
  readonly text: string;
  readonly at: number;
  readonly left: number;
  readonly is: "time" | "day" | "quiet";
};
/** `or`: where there is no room for the whole text. */
type Wish = Pick<Label, "text" | "at" | "is"> & {
  readonly side: "begins" | "middle" | "ends";
  readonly or?: string;
};

/** Of a letter (dates are bold), and between two labels, in pixels. */
const letter = { time: 6.4, day: 7, quiet: 6.4 };
const apart = 5;
const wideOf = (text: string, is: Label["is"]): number => text.length * letter[is];

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** `45 min`, `14 h`, `3 d`: rounded; the whole length stands in words elsewhere. */
export const shortSpan = (ms: number): string => {
  if (ms < 100 * minute) return `${Math.round(ms / minute)} min`;
  return ms < 48 * hour ? `${Math.round(ms / hour)} h` : `${Math.round(ms / day)} d`;
};

export type LabelParts = {
  readonly axis: Axis;
  readonly width: number;
  /** How far the reader's clock is ahead of UTC at a time, in ms. */
  readonly offset: (at: number) => number;
  /** The day, as `dayOf` counts: its date goes without saying. */
  readonly today: number;
  /** The right end is now. */
  readonly live: boolean;
};

/** Days of the reader, counted from 1970. */
export const dayOf = (at: number, offset: LabelParts["offset"]): number =>
  Math.floor((at + offset(at)) / day);

const wishesOf = ({ axis, width, offset, today, live }: LabelParts): readonly Wish[] => {
  const shown = axis.filter(({ quiet }) => !quiet);
  const sum = (of: (part: Part) => number): number =>
    shown.reduce((all, part) => all + of(part), 0);
  const step = stepOf(
    sum(({ from, to }) => to - from),
    sum(({ left, right }) => right - left) * width,
  );
  const clockOf = (at: number): string => {
    const date = new Date(at + offset(at));
    const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
    return step < minute ? `${time}:${two(date.getUTCSeconds())}` : time;
  };
  const dated = (at: number): string => `${dayName(at + offset(at))} ${clockOf(at)}`;
  const [first, last] = [axis[0], axis.at(-1)];
  if (first === undefined || last === undefined) return [];
  // Many days in little room are named alone.
  const many = shown.length * wideOf("22 Nov 00:00", "day") > width;
  const starts = axis.flatMap((part, index): readonly Wish[] => {
    const before = axis[index - 1];
    if (part.quiet || before === undefined) return [];
    const isNew = dayOf(part.from, offset) !== dayOf(before.from, offset);
    const day = dayName(part.from + offset(part.from));
    const place = { at: part.left * width, side: "begins" } as const;
    return isNew
      ? [{ ...place, text: many ? day : dated(part.from), or: day, is: "day" }]
      : [{ ...place, text: clockOf(part.from), is: "time" }];
  });
  const breaks = axis.flatMap((part): readonly Wish[] =>
    part.quiet && !(live && part === last)
      ? [
          {
            text: shortSpan(part.to - part.from),
            at: ((part.left + part.right) / 2) * width,
            is: "quiet",
            side: "middle",
          },
        ]
      : [],
  );
  const ticks = shown.flatMap((part): readonly Wish[] =>
    ticksEvery(part, step, offset).map(({ at, label, day: begins }) => ({
      text: label,
      at:
        (part.left + ((at - part.from) / (part.to - part.from)) * (part.right - part.left)) * width,
      is: begins ? "day" : "time",
      side: "middle",
    })),
  );
  // Lengths that their breaks are too narrow for give way to dates.
  const roomy = axis.every(
    (part) =>
      !part.quiet ||
      (part.right - part.left) * width >= wideOf(shortSpan(part.to - part.from), "quiet"),
  );
  const isDay = ({ is }: Wish): boolean => is === "day";
  const length = last.to - last.from;
  const otherDay = dayOf(first.from, offset) !== today;
  return [
    {
      text: otherDay ? dated(first.from) : clockOf(first.from),
      at: 0,
      is: otherDay ? "day" : "time",
      side: "begins",
    },
    ...(roomy ? breaks : []),
    live && last.quiet
      ? {
          text: `${shortSpan(length)} to now`,
          or: shortSpan(length),
          at: width,
          is: "quiet",
          side: "ends",
        }
      : { text: live ? "now" : clockOf(last.to), at: width, is: "time", side: "ends" },
    ...starts.filter(isDay),
    ...ticks.filter(isDay),
    ...starts.filter((one) => !isDay(one)),
    ...ticks.filter((one) => !isDay(one)),
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
