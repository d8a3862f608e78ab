// Telling events, the few that matter on the way back through a long run, and how many of them are gathered in one place.
export type Telling = "failure" | "refusal" | "bypass" | "end" | "landing" | "pause" | "person";

/** Worst first: where several share a position, the first of these is shown. */
export const tellings: readonly Telling[] = [
  "failure",
  "refusal",
  "bypass",
  "end",
  "landing",
  "pause",
  "person",
];

const wordsOf: { readonly [K in Telling]?: string } = {
  failure:
    "failed stuck halted aborted doubted lost broken unresolved drifted strike discrepancy expired",
  refusal: "refused rejected returned voided demoted",
  bypass: "forced skipped waived bypassed overridden bypass",
  landing: "landed",
  pause: "paused resumed",
};
const byWord: ReadonlyMap<string, Telling> = new Map(
  tellings.flatMap((is) => wordsOf[is]?.split(" ").map((word) => [word, is] as const) ?? []),
);

/** `NodeFailed` becomes `node failed`. */
export const wordsOfType = (type: string): string =>
  type.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, " ").toLowerCase();

const cache = new Map<string, Telling | null>();
const ofType = (type: string): Telling | null => {
  const cached = cache.get(type);
  if (cached !== undefined) return cached;
  const words = wordsOfType(type)
    .split(" ")
    .flatMap((word) => byWord.get(word) ?? []);
  const telling = /^(?:Run|Project)(?:Completed|Cancelled|Aborted)$/u.test(type)
    ? "end"
    : (tellings.find((one) => words.includes(one)) ?? null);
  cache.set(type, telling);
  return telling;
};

/**
 * Derived from the words of the event's type and from its sender, for any protocol.
 * @param by as in event lines: `person:ana`
 * @returns null for the many routine events
 */
export const tellingOf = ({
  type,
  by,
}: {
  readonly type: string;
  readonly by: string;
}): Telling | null =>
  ofType(type) ?? (by.startsWith("person:") || by.startsWith("file:") ? "person" : null);

/** A notable event, or several at one position: the first of the worst kind, and the total number. */
export type Mark = { readonly version: number; readonly is: Telling; readonly count: number };

const isWorse = (one: Mark, other: Mark): boolean =>
  one.is !== other.is && tellings.indexOf(one.is) < tellings.indexOf(other.is);

/**
 * At most one mark for each position.
 * @param marks by version
 * @param placeOf a mark's position, from 0 to 1
 * @param room number of positions
 */
export const gathered = (
  marks: readonly Mark[],
  placeOf: (mark: Mark) => number,
  room: number,
): readonly Mark[] => {
  const places = new Map<number, { worst: Mark; count: number }>();
  for (const mark of marks) {
    const place = Math.round(placeOf(mark) * Math.max(0, room - 1));
    const here = places.get(place);
    if (here === undefined) places.set(place, { worst: mark, count: mark.count });
    else {
      here.count += mark.count;
      if (isWorse(mark, here.worst)) here.worst = mark;
    }
  }
  return [...places.values()]
    .map(({ worst, count }) => ({ ...worst, count }))
    .toSorted((one, other) => one.version - other.version);
};
