// Telling events: the few that matter on the way back through a long run.
export type Telling = "failure" | "refusal" | "bypass" | "end" | "landing" | "pause" | "person";

/** Worst first: the first that a type tells of counts. */
const tellings: readonly Telling[] = [
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
