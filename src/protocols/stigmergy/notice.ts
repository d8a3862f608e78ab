// Documents that are watched because a gate pinned or shows them.
import type { Ask, Facts, FreeDocument } from "../../core/protocol.ts";
import type { Digest, Path } from "../../core/row.ts";
import type { StigmergyCommand } from "./commands.ts";
import { covered, waitingGates } from "./gates.ts";
import type { State } from "./state.ts";

/** A finished or archived run ignores changes of its documents. */
const watched = ({ life, archive, status, pinned }: State): Readonly<Record<Path, Digest>> =>
  life === "cancelled" || archive !== null || status === "PROJECT_COMPLETE" ? {} : (pinned ?? {});

/** Files shown by waiting gates that nothing has pinned yet. */
const shown = (state: State): Readonly<Record<Path, Digest | null>> =>
  state.life === "cancelled" || state.archive !== null
    ? {}
    : Object.fromEntries(
        waitingGates(state)
          .flatMap((gate) => Object.entries(covered(state, gate)))
          .filter(([path]) => !Object.hasOwn(state.pinned ?? {}, path)),
      );

/** Asked at every scan: it is cheap, and no path causes an error, whatever replaced the file. */
export const notice = (state: State): Ask => ({
  named: [...Object.keys(watched(state)), ...Object.keys(shown(state))],
  leases: true,
});

/** One command for each document that is pinned or shown by a gate and differs from its known digest. */
export const noticed = (state: State, facts: Facts): readonly StigmergyCommand[] => {
  const known = new Map(state.drift.map(({ path, digest }) => [path, digest]));
  const others = Object.entries(shown(state)).flatMap(
    ([path, last]): readonly StigmergyCommand[] => {
      const digest = facts.named?.[path]?.digest ?? null;
      return digest === null || digest === last
        ? []
        : [{ type: "NoticeDrift", data: { path, digest } }];
    },
  );
  const pinned = Object.entries(watched(state)).flatMap(
    ([path, pinned]): readonly StigmergyCommand[] => {
      const found = facts.named?.[path];
      if (found === undefined) return [];
      const last = known.has(path) ? (known.get(path) ?? null) : pinned;
      return found.digest === last
        ? []
        : [{ type: "NoticeDrift", data: { path, digest: found.digest } }];
    },
  );
  return [...pinned, ...others];
};

/** As pinned, or as changed since. */
export const documents = (state: State): Readonly<Record<Path, FreeDocument>> => {
  const found = Object.fromEntries(state.drift.map(({ path, digest }) => [path, { digest }]));
  const pinned = Object.entries(watched(state)).map(
    ([path, digest]) => [path, found[path] ?? { digest }] as const,
  );
  return Object.fromEntries(pinned);
};
