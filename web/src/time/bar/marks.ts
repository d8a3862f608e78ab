// Why: ten thousand events have to fit above a slider of a few hundred pixels, and the worst among neighbours must be the one that is seen.
import type { LogLine } from "../../../../src/http/answers.ts";
import { type Telling, tellingOf, tellings } from "../telling.ts";

/** A telling event. */
export type Mark = { readonly version: number; readonly is: Telling };
/** Several in one place: the first of the worst kind, and how many there are in all. `at`: from 0 to 1. */
export type Spot = Mark & { readonly at: number; readonly count: number };

const found = new WeakMap<readonly LogLine[], readonly Mark[]>();
/** Of a page of the log; a page that didn't change isn't looked through again. */
export const marksOf = (lines: readonly LogLine[]): readonly Mark[] => {
  const seen = found.get(lines);
  if (seen !== undefined) return seen;
  const marks = lines.flatMap((line): readonly Mark[] => {
    const is = tellingOf(line);
    return is === null ? [] : [{ version: line.version, is }];
  });
  found.set(lines, marks);
  return marks;
};

/** Where a version lies on the slider, from 0 to 1. */
export const placeOf = (version: number, newest: number): number => (version - 1) / Math.max(1, newest - 1);

const worse = (one: Telling, other: Telling): boolean => tellings.indexOf(one) < tellings.indexOf(other);

/** At most `room` of them, each in its place. */
export const spotsOf = (marks: readonly Mark[], newest: number, room: number): readonly Spot[] => {
  const spots = new Map<number, Spot>();
  for (const { version, is } of marks) {
    const place = Math.round(placeOf(version, newest) * Math.max(0, room - 1));
    const there = spots.get(place);
    if (there === undefined) spots.set(place, { version, is, at: placeOf(version, newest), count: 1 });
    else if (worse(is, there.is)) spots.set(place, { version, is, at: placeOf(version, newest), count: there.count + 1 });
    else spots.set(place, { ...there, count: there.count + 1 });
  }
  return [...spots.values()];
};

/** The nearest telling event before or behind a version; `marks` by version, oldest first. */
export const nextMark = (marks: readonly Mark[], version: number, by: 1 | -1): Mark | null =>
  (by === 1 ? marks.find((mark) => mark.version > version) : marks.findLast((mark) => mark.version < version)) ?? null;
