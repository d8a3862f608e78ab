// Files of a run rendered from the ledger: what was written where no cache remembers it.
import type { Path, Recorded } from "../core/row.ts";
import type { Engine } from "./engine.ts";
import type { Folded } from "./fold.ts";

type Files = Readonly<Record<Path, string>>;

/** As that version shows them. */
export const filesAt = (
  { protocol, state, version: newest }: Folded,
  log: readonly Recorded[],
  version: number,
): Files => {
  if (version >= newest) return protocol.write(state, log);
  const until = log.filter((event) => event.version <= version);
  const then = until.reduce<unknown>(
    (before, event) => protocol.evolve(before, event),
    until.length === 0 ? state : null,
  );
  return until.length === 0 ? {} : protocol.write(then, until);
};

/** As they were last written, by the last anchor. */
export const anchoredFiles = async (
  { workspace }: Engine,
  run: string,
  folded: Folded,
  log: readonly Recorded[],
): Promise<Files> => {
  const last = (await workspace.anchors(run)).findLast(({ version }) => version <= folded.version);
  return last === undefined ? {} : filesAt(folded, log, last.version);
};
