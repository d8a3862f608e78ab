// Working folder of a job: a place for a writing one, a clean checkout for a reading one.
import { digest } from "../../core/hash.ts";
import type { Job } from "../../core/job.ts";
import { onFault } from "../on-fault.ts";
import { aboutOf } from "../../landing/about.ts";
import {
  type Commit,
  commitOf,
  ontoOf,
  pieceOf,
  type Site,
  siteOf,
  unitOf,
} from "../../landing/site.ts";
import type { Ground, PlaceSite, Spot } from "../../workspace/workspace.ts";
import { mustBring } from "../carry/bring.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import type { Landing } from "../runner/driving.ts";
import { mergeWork } from "./land.ts";
import { asInBase } from "./instructions.ts";
import { lendDocuments } from "./lent.ts";
import { madeReady } from "../checks/made-ready.ts";
import { type Lender, lendPrivate } from "./private-inputs.ts";
import { landingOf, placeKey, placeSite, writesWork } from "./where.ts";

/** Reviews see a unit's work merged with landed work; true: a merge was needed first, so look at the job again. */
export const mergedFirst = async (driving: Landing, folded: Folded, job: Job): Promise<boolean> => {
  const site = siteOf(folded.state);
  const candidate = site?.candidates[unitOf(folded.protocol, job)];
  if (site === null || candidate === undefined || writesWork(job) || candidate.trouble !== null)
    return false;
  const isThere =
    candidate.merged?.onto === site.head.commit ||
    landingOf(folded, site).standing.includes(candidate);
  return isThere ? false : mergeWork(driving, folded, candidate, site.head);
};

type SetupHow = {
  /** In a clean checkout of the commit, so that its result may be kept. */
  readonly clean?: boolean;
  /** Run anew: what was kept under another name doesn't count. */
  readonly anew?: string | undefined;
  /** For an agent that mends what keeps it from running. */
  readonly mayFail?: boolean;
};

/**
 * What setup makes of the base serves every commit whose inputs are equal; what it makes of another commit, which
 * the run's own work may have shaped, serves that tree of that run alone.
 */
export const setupOf = async (
  engine: Engine,
  at: PlaceSite,
  folded: Folded,
  { ready, base }: Site,
  from: Pick<Commit, "commit"> & Partial<Pick<Commit, "tree">>,
  { clean = false, anew, mayFail = false }: SetupHow,
): Promise<Spot["setup"]> => {
  const { setup } = ready;
  if (setup === null) return null;
  const { argv, cwd, inputs, makes, ms } = setup;
  const places = await engine.workspace.places();
  const keptFor = (run: string | null, what: unknown): Promise<string> =>
    places.keptSetup(at, run, digest(JSON.stringify([argv, cwd, makes, what])).slice(0, 32));
  const own = await keptFor(at.run, [from.tree ?? from.commit, anew]);
  const rest = { argv, cwd, makes, ms, ...(mayFail ? { mayFail } : {}) };
  if (anew !== undefined) return { ...rest, kept: [own], keeps: clean ? own : null };
  const ground = groundOf(engine, folded);
  const here =
    ground.at === undefined ? ground : { ...ground, at: { ...ground.at, commit: from.commit } };
  const { contents = {} } = await engine.workspace.facts(
    here,
    { contents: { inputs: { globs: inputs.length === 0 ? null : inputs } } },
    engine.now(),
  );
  const all = await keptFor(null, contents["inputs"] ?? null);
  const keeps = from.commit === base.commit ? all : own;
  return { ...rest, kept: [own, all], keeps: clean ? keeps : null };
};

/** Gives a half-done merge what setup made of the head: with conflict markers in it setup can't run there. */
const headsSetup = async (
  { engine }: Lender,
  at: PlaceSite,
  folded: Folded,
  site: Site,
  { key, folder }: { readonly key: string; readonly folder: string },
): Promise<null> => {
  const setup = await setupOf(engine, at, folded, site, site.head, { clean: true });
  if (setup === null || setup.makes.length === 0) return null;
  const places = await engine.workspace.places();
  if (await places.copySetup(setup.kept, folder, setup.makes)) return null;
  const { root, ...ground } = groundOf(engine, folded);
  const spot = { root, key: `${key}-head`, from: site.head, setup };
  const make = async () => {
    const made = await places.checkout(at, spot.key, site.head.commit);
    await madeReady(engine, { spot, ground: { ...ground, root: made } });
    await places.copySetup(setup.kept, folder, setup.makes);
    return null;
  };
  // The agent mends the merge anyway, and can run setup itself.
  try {
    return await onFault(make, () => null, ["SETUP_FAILED"]);
  } finally {
    await places.free(at, spot.key);
  }
};

/** A folder with the commit on which a job begins, or is judged. */
export type Opened = { readonly spot: Spot; readonly ground: Ground };

/** Once the run has a base. */
export const openSpot = async (
  driving: Lender & { readonly anew?: string },
  folded: Folded,
  job: Job,
): Promise<Opened> => {
  const { engine, run } = driving;
  const site = siteOf(folded.state);
  if (site === null) throw new TypeError(`run ${run} has no base`);
  await mustBring(engine, run, folded);
  const places = await engine.workspace.places();
  const at = placeSite(engine, run, folded);
  const key = placeKey(job);
  const takes = writesWork(job);
  const unit = unitOf(folded.protocol, job);
  const candidate = site.candidates[unit];
  const from = commitOf(site, unit, aboutOf(job)?.work === "trial");
  const mended =
    aboutOf(job)?.work === "mend" && candidate !== undefined ? pieceOf(candidate).work : null;
  if (mended !== null && candidate !== undefined)
    await places.handBack(at, key, mended.commit, ontoOf(site, candidate).commit);
  const folder =
    mended !== null
      ? await places.open(at, key, mended.commit, false)
      : takes
        ? await places.open(at, key, from.commit, true)
        : await places.checkout(at, key, from.commit);
  const { root, place, ignores } = groundOf(engine, folded, job.key);
  await lendPrivate(driving, at, job, folder, site);
  const setup =
    mended !== null && candidate?.trouble?.is === "conflict"
      ? await headsSetup(driving, at, folded, site, { key, folder })
      : await setupOf(engine, at, folded, site, from, {
          clean: !takes,
          anew: aboutOf(job)?.work === "final" ? "final" : driving.anew,
          mayFail: mended !== null,
        });
  const judges = !takes && job.kind === "agent";
  const told = judges ? await asInBase(engine, folded, at, key, site, from.commit) : undefined;
  const lent = await lendDocuments(driving, folded, at, folder);
  const begins = mended ?? from;
  const spot = {
    root,
    key,
    unit,
    from: { commit: begins.commit, tree: begins.tree },
    base: site.base.commit,
    takes,
    setup,
    ...(told === undefined ? {} : { told }),
    lent,
  };
  // An agent's work is read where it works; a check sees the commit.
  const there = { root: folder, place, ignores };
  const commit = { git: engine.storeOf(root), commit: begins.commit };
  return { spot, ground: takes ? there : { ...there, at: commit } };
};
