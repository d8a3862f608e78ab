// Hook before an edit: denies paths that the job may not change, which would cost it the attempt later.
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Job } from "../core/job.ts";
import { oneLine } from "../core/words/quote.ts";
import { isRefusal } from "../core/refusal.ts";
import type { Path } from "../core/row.ts";
import { isWithin } from "../core/within.ts";
import type { Loaded, System } from "../runtime/system.ts";
import { editedBy, type HookCall } from "./call.ts";
import type { Caller } from "./caller.ts";

/** Resolves links in the existing part of the path. */
const real = (path: string): string => {
  if (existsSync(path)) return realpathSync(path);
  const above = dirname(path);
  return above === path ? path : join(real(above), basename(path));
};

/** Formats a place as protocols do: relative to the root, absolute, or from the user's home. */
const placeOf = (root: string, path: Path): string =>
  real(path.startsWith("~/") ? join(homedir(), path.slice(2)) : resolve(root, path));

/**
 * Where a job works. `checkout`: the user's checkout if separate; null: the job works in it.
 * `fenced`: resolve links only within its own paths, so that it can't probe what is hidden from it.
 */
type Where = { readonly root: string; readonly checkout: string | null; readonly fenced: boolean };

const whereOf = ({ spooled: { ground, spot, fence } }: Caller): Where => ({
  root: real(ground.root),
  checkout: spot === undefined ? null : real(spot.root),
  fenced: fence !== undefined,
});

/** Whether the protocol lists the path; an unrestricted job may only write its own tree. */
const isNamed = ({ writes }: Job, path: string, root: string): boolean =>
  typeof writes !== "string" && writes.some((place) => isWithin(placeOf(root, place), path));

/** The run's and cairn's own paths in the tree where the job works; copies of run documents lie there at the same paths. */
const ownOf = (
  system: System,
  { card }: Caller,
  { root, checkout }: Where,
  { protocol, state }: Loaded,
): readonly string[] => {
  const fixed = [system.workspace.home, system.folder(card)].map(real);
  const there =
    checkout === null
      ? fixed
      : fixed
          .filter((path) => isWithin(checkout, path))
          .map((path) => join(root, relative(checkout, path)));
  // A pattern with `*` matches any name and can't be compared as a path.
  const ignored = protocol.ignores(state).filter((path) => !path.includes("*"));
  return [...there, ...ignored.map((path) => placeOf(root, path))];
};

const what = ({ writes }: Job): string =>
  writes === "nothing" || writes === "anything"
    ? "changes no file of the working tree"
    : `writes only ${writes.join(", ")}`;

/**
 * Why a call may not change a path; null: it may. Applies to the job's tree and the user's
 * checkout. A run's own documents are read as hand edits; other places are outside the run.
 */
export const heldBack = async (
  system: System,
  caller: Caller,
  call: HookCall,
): Promise<string | null> => {
  const { job } = caller;
  const where = whereOf(caller);
  const { root, checkout } = where;
  if (job.writes === "anything" && checkout === null) return null;
  const loaded = await system.load(caller.card.run);
  if (isRefusal(loaded)) return null;
  const followed = where.fenced ? resolve : real;
  const paths = editedBy(call)
    .map((one) => followed(resolve(call.cwd ?? root, one)))
    .filter((path) => !isNamed(job, path, root));
  const own = ownOf(system, caller, where, loaded);
  const begin = `cairn: not now. The job ${job.key} (${job.role}, ${oneLine(loaded.card.phase, 80)})`;
  const misplaced = paths.find(
    (path) => !isWithin(root, path) && checkout !== null && isWithin(checkout, path),
  );
  if (misplaced !== undefined)
    return `${begin} works in ${oneLine(root)}, a copy of its own, and this would change ${oneLine(misplaced)}, in its user's checkout. Leave that as it is.`;
  const path = paths.find(
    (one) =>
      job.writes !== "anything" &&
      isWithin(root, one) &&
      !own.some((place) => isWithin(place, one)),
  );
  if (path === undefined) return null;
  return [
    `${begin} ${what(job)}, and this would change ${oneLine(relative(root, path))}.`,
    "Put what you found into its report instead; the work itself is a job of its own.",
  ].join(" ");
};
