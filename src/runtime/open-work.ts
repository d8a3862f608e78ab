// Work of a run in a folder to look at: where it is under way, or checked out anew as a job left it.
import { digest } from "../core/hash.ts";
import { firstOf } from "../core/how-many.ts";
import { type Refusal, refuse } from "../core/refusal.ts";
import type { Part, Stand } from "./part.ts";
import type { Engine } from "./engine.ts";
import { setupOf } from "./landing/open-spot.ts";
import { madeReady } from "./landing/recheck.ts";
import { crowdWords } from "./landing/crowd.ts";
import { placeKey } from "./landing/where.ts";

/** `folder`: absolute. `own`: it was made to look at, and stays until it is given back. `told`: what its user should know. */
export type Opened = Part & { readonly folder: string; readonly own: boolean; readonly told: readonly string[] };
export type Closed = { readonly run: string; readonly folder: string; readonly is: "closed" | "none" };

const opened = "open-";
const keyOf = (commit: string): string => `${opened}${digest(commit).slice(0, 12)}`;

/** Fault SETUP_FAILED. */
export const openWork = async (engine: Engine, { folded, site, at, places }: Stand, part: Part): Promise<Opened> => {
  const job = part.is === "working" ? folded.protocol.jobs(folded.state).find(({ key }) => key === part.job) : undefined;
  const live = job === undefined ? null : await places.folder(at, placeKey(job));
  if (live !== null) return { ...part, folder: live, own: false, told: [] };
  const key = keyOf(part.to);
  const known = await places.folder(at, key);
  const folder = known ?? (await places.open(at, key, part.to, true));
  if (known === null) {
    const setup = await setupOf(engine, at, folded, site, { commit: part.to });
    await madeReady(engine, { spot: { root: at.root, key, setup }, ground: { root: folder, place: null, ignores: [] } });
  }
  const crowd = await crowdWords(engine, at.root);
  return { ...part, folder, own: true, told: crowd === null ? [] : [crowd] };
};

/** Gives it back. Refused where something was changed there, unless `anyway`. */
export const closeWork = async ({ at, places }: Stand, run: string, part: Part, anyway: boolean): Promise<Closed | Refusal> => {
  const key = keyOf(part.to);
  const folder = await places.folder(at, key);
  if (folder === null) return { run, folder: "", is: "none" };
  const changed = [...(await places.touched(at, key)), ...(await places.strays(at, key))];
  if (changed.length > 0 && !anyway)
    return refuse("PLACE_CHANGED", `${folder} was changed: ${firstOf(changed, 6)}`, {
      fits: "bring what you need out of it (`git diff` there), then repeat with --yes",
    });
  await places.free(at, key);
  return { run, folder, is: "closed" };
};

/** What would go with a run's places though nobody took it: of claims, and of folders to look at. null: nothing. */
export const untakenIn = async (engine: Engine, { at, places }: Stand, run: string): Promise<Refusal | null> => {
  const claimed = new Set(
    (await (await engine.workspace.claims()).of(run)).flatMap(({ spot }) => (spot?.takes === true ? [spot.key] : [])),
  );
  for (const key of (await places.keys(at)).filter((one) => claimed.has(one) || one.startsWith(opened))) {
    const left = [...(await places.touched(at, key)), ...(await places.strays(at, key))];
    const folder = left.length === 0 ? null : await places.folder(at, key);
    if (folder !== null)
      return refuse("PLACE_CHANGED", `${folder} holds what nobody took: ${firstOf(left, 6)}`, {
        fits: "bring what you need out of it, remove that folder, then repeat",
      });
  }
  return null;
};
