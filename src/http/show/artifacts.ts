// Artifact access: only the paths that a run's rules name as its results can be read.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Path, Time } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";

/** A finished run's results, as named by its rules; empty if it isn't over, or wasn't then. */
export const artifactsOf = async (
  system: Pick<System, "load" | "state">,
  run: string,
  at?: number | Time,
): Promise<readonly Path[] | Refusal> => {
  const loaded = await system.load(run);
  if (isRefusal(loaded)) return loaded;
  if (at === 0) return [];
  const state =
    at === undefined || at === loaded.version ? loaded.state : await system.state(run, at);
  if (isRefusal(state)) return state;
  const ended = loaded.protocol.ended(state);
  return ended === null
    ? []
    : [...new Set([...(ended.output === null ? [] : [ended.output]), ...ended.artifacts])];
};

/** The URL of an artifact: exact, even for characters that a page can't display. */
export const addressOf = (run: string, path: Path): string => {
  const parts = path.toWellFormed().split("/");
  return `/api/runs/${run}/artifacts/${parts
    .filter((part) => part !== "")
    .map(encodeURIComponent)
    .join("/")}`;
};
