// Admission of a hand edit's commands: all or none, except for claims and stops.
import type { Admitted } from "../../core/run-files.ts";
import type { Command } from "../../core/protocol.ts";
import { isRefusal, type Refusal, refuseAll } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";

/** `at`: pointer into the edited document. `by`: author named in the file. `unit`: the unit whose work this starts. */
export type Order<C extends Command> = {
  readonly command: C;
  readonly at: string;
  readonly by: string | null;
  readonly unit?: string;
};

/** Commands and findings from one edited file. */
export type Reading<S, C extends Command> = {
  /** Commands before the claims, if the whole file is admitted. */
  readonly begins: readonly Order<C>[];
  /** Commands kept regardless of the rest. */
  readonly claims: readonly Order<C>[];
  readonly rest: readonly Order<C>[];
  /** Commands to stop something: accepted whatever else is in the file, and sent last. */
  readonly stops: readonly Order<C>[];
  /** Requests that no command can fulfil. */
  readonly findings: readonly Refusal[];
  /** The edit is valid but needs no command. */
  readonly noted: boolean;
  /** Changes of values that the engine maintains: refused if nothing else was edited, else ignored. */
  readonly quiet: readonly Refusal[];
  /** Checks without a command, on the state after all commands. */
  readonly then: readonly ((after: S) => readonly Refusal[])[];
  /** Checks for admitted changes that still wait for something: reported without a refusal. */
  readonly waits: readonly ((after: S) => Refusal | null)[];
};

/** Combines several readings in order. */
export const joined = <S, C extends Command>(
  parts: readonly Partial<Reading<S, C>>[],
): Reading<S, C> => ({
  begins: parts.flatMap(({ begins = [] }) => begins),
  claims: parts.flatMap(({ claims = [] }) => claims),
  rest: parts.flatMap(({ rest = [] }) => rest),
  stops: parts.flatMap(({ stops = [] }) => stops),
  findings: parts.flatMap(({ findings = [] }) => findings),
  noted: parts.some(({ noted }) => noted),
  quiet: parts.flatMap(({ quiet = [] }) => quiet),
  then: parts.flatMap(({ then = [] }) => then),
  waits: parts.flatMap(({ waits = [] }) => waits),
});

/** Decides and evolves on a copy. */
export type Apply<S, C extends Command> = (
  state: S,
  asked: Order<C>,
) => { readonly state: S } | Refusal;

export type Admission<S> = {
  readonly state: S;
  readonly admitted: readonly Admitted[];
  /** Why the rest of the file is refused; null if it isn't. */
  readonly refused: Refusal | null;
};

type Tried<S, C extends Command> = {
  readonly state: S;
  readonly taken: readonly Order<C>[];
  readonly refused: readonly Refusal[];
};

/** Continues after a refusal, to collect all findings. */
const tryAll = <S, C extends Command>(
  apply: Apply<S, C>,
  before: S,
  asked: readonly Order<C>[],
): Tried<S, C> => {
  let state = before;
  const taken: Order<C>[] = [];
  const refused: Refusal[] = [];
  for (const one of asked) {
    const next = apply(state, one);
    if (isRefusal(next)) refused.push(next);
    else {
      ({ state } = next);
      taken.push(one);
    }
  }
  return { state, taken, refused };
};

/** One send for each author. */
const byAuthor = <C extends Command>(path: Path, asked: readonly Order<C>[]): readonly Admitted[] =>
  [...new Set(asked.map(({ by }) => by))].map((by) => ({
    path,
    commands: asked.filter((one) => one.by === by).map(({ command }) => command),
    by,
    refused: null,
  }));

const authorOf = <C extends Command>(asked: readonly Order<C>[]): string | null => {
  const names = new Set(asked.flatMap(({ by }) => by ?? []));
  return names.size === 1 ? ([...names][0] ?? null) : null;
};

/** The first finding may be in another file; then it keeps that file's position. */
const ofFile = (path: Path, refused: Refusal): Refusal => {
  if (refused.path === undefined || refused.path === path) return { ...refused, path };
  const { code, text, fits, more = [refused] } = refused;
  return { code, text, path, more, ...(fits === undefined ? {} : { fits }) };
};

/** @param no external reason to refuse the file */
export const admission = <S, C extends Command>(
  path: Path,
  reading: Reading<S, C>,
  before: S,
  apply: Apply<S, C>,
  no: Refusal | null = null,
): Admission<S> => {
  const { begins, claims, rest, stops, findings, noted, quiet } = reading;
  const isQuiet = !noted && [begins, claims, rest, findings].every((list) => list.length === 0);
  const whole = tryAll(apply, before, [...begins, ...claims, ...rest]);
  const refused =
    no ??
    refuseAll([
      ...(isQuiet ? quiet : findings),
      ...whole.refused,
      ...reading.then.flatMap((judge) => judge(whole.state)),
    ]);
  const one = (asked: readonly Order<C>[], still: Refusal | null = null): readonly Admitted[] =>
    asked.length === 0 && still === null
      ? []
      : [
          {
            path,
            commands: asked.map(({ command }) => command),
            by: authorOf(asked),
            refused: still,
          },
        ];
  if (refused === null) {
    const stopped = tryAll(apply, whole.state, stops);
    const still =
      reading.waits.map((wait) => wait(whole.state)).find((wait) => wait !== null) ??
      refuseAll(stopped.refused);
    const first = claims.length === 0 ? [] : byAuthor(path, [...begins, ...claims]);
    const then = [...(claims.length === 0 ? begins : []), ...rest];
    const admitted = [...first, ...one(stopped.taken), ...one(then, still)];
    // Stop commands follow the rest, which they would prevent; refusals come last.
    const ordered =
      stopped.taken.length === 0
        ? admitted
        : [...first, ...one(then), ...one(stopped.taken), ...one([], still)];
    return {
      state: stopped.state,
      admitted: ordered.length === 0 ? [{ path, commands: [], by: null, refused: null }] : ordered,
      refused: null,
    };
  }
  const told = ofFile(path, refused);
  const kept = tryAll(apply, before, claims);
  const stopped = tryAll(apply, kept.state, stops);
  return {
    state: stopped.state,
    admitted: [
      ...byAuthor(path, kept.taken),
      ...one(stopped.taken),
      { path, commands: [], by: null, refused: told },
    ],
    refused: told,
  };
};
