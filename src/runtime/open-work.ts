// Work of a run in a folder to look at: where it is under way, or checked out anew as a job left it.
import { digest } from "../core/hash.ts";
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

const keyOf = (commit: string): string => `open-${digest(commit).slice(0, 12)}`;

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
  const seen = await places.peek(at, key);
  const changed = seen === null || seen.commit === part.to ? [] : await places.changes(at, part.to, seen.commit);
  if (changed.length > 0 && !anyway)
    return refuse(
      "PLACE_CHANGED",
      `${changed.length === 1 ? "a file was" : `${changed.length} files were`} changed in ${folder}: ${changed[0]?.path ?? ""}${changed.length === 1 ? "" : ", …"}`,
      {
        fits: "bring what you need out of it (`git diff` there), then repeat with --yes",
      },
    );
  await places.free(at, key);
  return { run, folder, is: "closed" };
};
