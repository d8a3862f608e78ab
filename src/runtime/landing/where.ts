// Repository and run of a place, in the form of the places port.
import { isAbsolute, join, normalize } from "node:path";
import { digest } from "../../core/hash.ts";
import { isPlainPath } from "../../core/glob.ts";
import type { Job } from "../../core/job.ts";
import type { Path } from "../../core/row.ts";
import { runFolders } from "../../core/documents/run-folders.ts";
import { landing } from "../../landing/with-work.ts";
import { type Site, siteOf } from "../../landing/site.ts";
import type { PlaceSite } from "../../workspace/workspace.ts";
import { type Engine, groundOf } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { ownFolder } from "./lent.ts";

/** Whether the path is relative and stays within the tree. */
const isInTree = (path: Path): boolean =>
  !isAbsolute(path) && !path.startsWith("~") && normalize(path).split("/")[0] !== "..";

/** The run's folder within the tree, or its files in a shared one. */
export const ownDocuments = (engine: Engine, folded: Folded): readonly Path[] => {
  const folder = ownFolder(engine, folded);
  const { owns } = folded.protocol;
  if (folder === null) return [];
  return owns === undefined ? [folder] : owns(folded.state).map((path) => join(folder, path));
};

/** The run's own documents, and what else of the tree never lands. */
const documentsOf = (engine: Engine, folded: Folded): readonly Path[] => {
  const own = ownDocuments(engine, folded);
  const ignored = groundOf(engine, folded).ignores.filter(
    (path) => isInTree(path) && !path.includes("*"),
  );
  const site = siteOf(folded.state);
  const { copy = [], setup = null } = site?.ready ?? {};
  // A pattern may match files of the repository, too; git ignores what setup makes.
  const named = [...copy, ...(setup?.makes ?? [])].filter(isPlainPath);
  return [...new Set([...own, ...ignored, ...named, ...Object.keys(site?.inputs ?? {})])];
};

export const placeSite = (engine: Engine, run: string, folded: Folded): PlaceSite => ({
  root: groundOf(engine, folded).root,
  run,
  documents: documentsOf(engine, folded),
  keep: siteOf(folded.state)?.ready.keep,
});

/** Site for reading a user's checkout: documents of any run of any protocol aren't changes, nor is what lay there untracked. */
export const checkoutSite = (engine: Engine, run: string, folded: Folded): PlaceSite => {
  const site = placeSite(engine, run, folded);
  const documents = [...site.documents];
  for (const { folder, name = "", owns = [""] } of engine.protocols.flatMap(runFolders))
    documents.push(
      ...owns.map((path) => [folder, name, path].filter((part) => part !== "").join("/")),
    );
  const beside = siteOf(folded.state)?.beside;
  return { ...site, documents: [...new Set(documents)], beside };
};

/** Files outside the tree don't land. */
export const writesWork = ({ kind, writes }: Job): boolean =>
  kind === "agent" && (writes === "anything" || (writes !== "nothing" && writes.some(isInTree)));

/** Jobs of one conversation work in one folder, which a writing one keeps while its unit's work is open: agent programs find conversations by folder. */
export const placeKey = (job: Job): string => {
  if (job.thread === undefined) return `job-${digest(job.key).slice(0, 12)}`;
  return writesWork(job) ? unitKey(job.subject) : `read-${digest(job.thread).slice(0, 12)}`;
};
export const unitKey = (unit: string): string => `unit-${digest(unit).slice(0, 12)}`;

export const landingOf = ({ protocol, state }: Folded, site: Site) =>
  landing(protocol, site, state);

/** A cancelled or failed run takes no more commits from its branch; a successful one proves everything again. */
export const takesCommits = ({ protocol, state }: Folded): boolean => {
  const life = protocol.life(state);
  return (
    life === "live" ||
    life === "paused" ||
    (life === "over" && protocol.ended(state)?.good === true)
  );
};
