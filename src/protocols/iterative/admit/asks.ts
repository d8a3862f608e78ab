// Answer form of every reader of an edit: what is asked, what can't be, and what is merely kept current.
import { type Order, joined, type Reading } from "../../../core/admission.ts";
import { finding } from "../../../core/part.ts";
import type { Refusal } from "../../../core/refusal.ts";
import type { IterativeCommand } from "../commands.ts";
import type { State } from "../state.ts";

export type EditRead = Partial<Reading<State, IterativeCommand>>;

/** `noted`: the edit is valid but needs no command. `quiet`: edited values that the engine maintains: refused if nothing else was edited. */
export type Asks = {
  readonly read: EditRead;
  readonly noted: boolean;
  readonly quiet: readonly Refusal[];
};

export const nothing: Asks = { read: {}, noted: false, quiet: [] };
export const noted: Asks = { read: {}, noted: true, quiet: [] };
export const wrong = (...findings: readonly Refusal[]): Asks => ({
  ...nothing,
  read: { findings },
});
export const rejection = (...of: Parameters<typeof finding>): Asks => wrong(finding(...of));
export const quietly = (...quiet: readonly Refusal[]): Asks => ({ ...nothing, quiet });

const askedAt = (
  at: string,
  commands: readonly IterativeCommand[],
): readonly Order<IterativeCommand>[] => commands.map((command) => ({ command, at, by: null }));
/** `at`: pointer into the file: RFC 6901 in JSON, a block's anchor in Markdown. */
export const asking = (at: string, ...commands: readonly IterativeCommand[]): Asks => ({
  ...nothing,
  read: { rest: askedAt(at, commands) },
});
/** Commands kept regardless of the rest of the file. */
export const claiming = (at: string, ...commands: readonly IterativeCommand[]): Asks => ({
  ...nothing,
  read: { claims: askedAt(at, commands) },
});

export const all = (list: readonly Asks[]): Asks => ({
  read: joined(list.map(({ read }) => read)),
  noted: list.some((one) => one.noted),
  quiet: list.flatMap(({ quiet }) => quiet),
});

/** Values that the engine maintains can't be set; next to a valid edit, such changes are ignored. */
export const settled = ({ read, noted: meant, quiet }: Asks): EditRead => {
  const asked =
    [...(read.begins ?? []), ...(read.claims ?? []), ...(read.rest ?? []), ...(read.findings ?? [])]
      .length > 0;
  return asked || meant || quiet.length === 0 ? read : { findings: quiet };
};
