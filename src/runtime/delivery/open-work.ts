// Folder for viewing a run's work: the active place, or a new checkout.
import { digest } from "../../core/hash.ts";
import { firstOf } from "../../core/words/how-many.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Part } from "../landing/work-log.ts";
import type { Stand } from "./part.ts";
import type { Engine } from "../engine.ts";
import { setupOf } from "../landing/open-spot.ts";
import { madeReady } from "../checks/made-ready.ts";
import { placeKey } from "../landing/where.ts";

/** `folder`: absolute. `own`: created for viewing, kept until it is closed. `told`: notices for the user. */
export type Opened = Part & {
  readonly folder: string;
  readonly own: boolean;
  readonly told: readonly string[];
};
export type Closed = { readonly is: "closed"; readonly folder: string } | { readonly is: "none" };

const keyPrefix = "open-";
/** Depends on the name only, however far the run has advanced. */
const keyOf = (name: string | null): string => `${keyPrefix}${digest(name ?? "").slice(0, 12)}`;

const leftIn = async ({ at, places }: Stand, key: string): Promise<readonly string[]> => [
  ...(await places.touched(at, key)),
  ...(await places.strays(at, key)),
];

/** Fault SETUP_FAILED. */
const made = async (
  engine: Engine,
  { folded, site, at, places }: Stand,
  key: string,
  commit: string,
): Promise<string> => {
  const folder = await places.open(at, key, commit, true);
  try {
    const setup = await setupOf(engine, at, folded, site, { commit }, {});
    await madeReady(engine, {
      spot: { root: at.root, key, from: { commit }, setup },
      ground: { root: folder, place: null, ignores: [] },
    });
  } catch (error) {
    await places.free(at, key);
    throw error;
  }
  return folder;
};

/** @param name as requested; null: all that landed. Fault SETUP_FAILED. */
export const openWork = async (
  engine: Engine,
  stand: Stand,
  part: Part,
  name: string | null,
): Promise<Opened> => {
  const { folded, at, places } = stand;
  const job =
    part.is === "working"
      ? folded.protocol.jobs(folded.state).find(({ key }) => key === part.job)
      : undefined;
  const live = job === undefined ? null : await places.folder(at, placeKey(job));
  if (live !== null) return { ...part, folder: live.path, own: false, told: [] };
  const key = keyOf(name);
  const known = await places.folder(at, key);
  const isOlder =
    known !== null && known.commit !== part.to && (await leftIn(stand, key)).length > 0;
  const folder =
    known !== null && (isOlder || known.commit === part.to)
      ? known.path
      : await made(engine, stand, key, part.to);
  const older = isOlder
    ? "it shows an older state, since something was changed there: give it back, and open it again"
    : null;
  return { ...part, folder, own: true, told: older === null ? [] : [older] };
};

/** Removes it. Refused if it has changes, unless `anyway`. */
export const closeWork = async (
  stand: Stand,
  name: string | null,
  anyway: boolean,
): Promise<Closed | Refusal> => {
  const { at, places } = stand;
  const key = keyOf(name);
  const folder = await places.folder(at, key);
  if (folder === null) return { is: "none" };
  const changed = anyway ? [] : await leftIn(stand, key);
  if (changed.length > 0)
    return refuse("PLACE_CHANGED", `${folder.path} was changed: ${firstOf(changed, 6)}`, {
      fits: "bring what you need out of it (`git diff` there), then repeat with --yes",
    });
  await places.free(at, key);
  return { is: "closed", folder: folder.path };
};

/** Untaken work in a run's places, from claims and viewing folders, that removal would lose. null: none. */
export const untakenIn = async (engine: Engine, stand: Stand): Promise<Refusal | null> => {
  const { at, places } = stand;
  const claimed = new Set(
    (await (await engine.workspace.claims()).of(at.run)).flatMap(({ spot }) =>
      spot?.takes === true ? [spot.key] : [],
    ),
  );
  for (const key of (await places.keys(at)).filter(
    (one) => claimed.has(one) || one.startsWith(keyPrefix),
  )) {
    const left = await leftIn(stand, key);
    const folder = left.length === 0 ? null : await places.folder(at, key);
    if (folder !== null)
      return refuse("PLACE_CHANGED", `${folder.path} holds uncollected work: ${firstOf(left, 6)}`, {
        fits: "bring what you need out of it, remove that folder, then repeat",
      });
  }
  return null;
};
