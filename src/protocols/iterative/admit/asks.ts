// Answer form of every reader of an edit: what is asked, what can't be, and what is merely kept current.
import { type Asked, joined, type Reading } from "../../../core/admission.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { IterativeCommand } from "../commands.ts";
import type { State } from "../state.ts";

export type Read = Partial<Reading<State, IterativeCommand>>;

/** `noted`: something was meant that needs no command. `quiet`: what the engine keeps current and was changed: refused where nothing else was meant. */
export type Asks = {
  readonly read: Read;
  readonly noted: boolean;
  readonly quiet: readonly Refusal[];
};

export const nothing: Asks = { read: {}, noted: false, quiet: [] };
export const noted: Asks = { read: {}, noted: true, quiet: [] };
export const found = (...findings: readonly Refusal[]): Asks => ({
  ...nothing,
  read: { findings },
});
export const quietly = (...quiet: readonly Refusal[]): Asks => ({ ...nothing, quiet });

const askedAt = (
  at: string,
  commands: readonly IterativeCommand[],
): readonly Asked<IterativeCommand>[] => commands.map((command) => ({ command, at, by: null }));
/** `at`: the pointer of the place that asks it: RFC 6901 in JSON, a block's anchor in Markdown. */
export const asking = (at: string, ...commands: readonly IterativeCommand[]): Asks => ({
  ...nothing,
  read: { rest: askedAt(at, commands) },
});
/** Kept whatever becomes of the rest of the file. */
export const claiming = (at: string, ...commands: readonly IterativeCommand[]): Asks => ({
  ...nothing,
  read: { claims: askedAt(at, commands) },
});

export const all = (list: readonly Asks[]): Asks => ({
  read: joined(list.map(({ read }) => read)),
  noted: list.some((one) => one.noted),
  quiet: list.flatMap(({ quiet }) => quiet),
});

/** What is kept current is nobody's to set, and beside what was meant nobody's trouble. */
export const settled = ({ read, noted: meant, quiet }: Asks): Read => {
  const asked =
    [...(read.begins ?? []), ...(read.claims ?? []), ...(read.rest ?? []), ...(read.findings ?? [])]
      .length > 0;
  return asked || meant || quiet.length === 0 ? read : { findings: quiet };
};
