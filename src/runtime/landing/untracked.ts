// Files that a failed check on the base missed though the machine has them.
import { existsSync } from "node:fs";
import { dirname, isAbsolute, normalize, relative } from "node:path";
import type { Outcome } from "../../core/job.ts";
import { byExit } from "../../core/recheck.ts";
import type { Path } from "../../core/row.ts";
import { aboutOf } from "../../landing/about.ts";
import { missingFiles } from "../../landing/red-causes.ts";
import type { SpoolEntry, Workspace } from "../../workspace/workspace.ts";

/** Maximum number of names to look up. */
const mostNames = 20;

/** As patterns of git from the top of the checkout: a program names a file from its own folder or the top. */
const patternsOf = (root: Path, cwd: string, text: string): readonly string[] =>
  missingFiles(text)
    .flatMap((name) =>
      isAbsolute(name) ? [relative(root, name)] : [normalize(`${cwd}/${name}`), normalize(name)],
    )
    .filter((path) => path !== "" && !path.startsWith("..") && !isAbsolute(path))
    .map((path) => `/${path.replaceAll(/[\\*?[\]!# ]/gu, (one) => `\\${one}`)}`);

/** Outside of the checkout: what exists, or could be made in an existing folder below a temporary one. */
const hiddenIn = (root: Path, text: string): readonly Path[] =>
  missingFiles(text).filter(
    (path) =>
      isAbsolute(path) &&
      relative(root, path).startsWith("..") &&
      (existsSync(path) || (dirname(dirname(path)) !== "/" && existsSync(dirname(path)))),
  );

/** Relative: untracked in the user's checkout. Absolute: hidden by the fence. Empty unless it tried the repository's checks or setup on the base. */
export const untrackedOf = async (
  workspace: Pick<Workspace, "places">,
  { job: { job, spot, ground, lease } }: SpoolEntry,
  outcome: Outcome,
): Promise<readonly Path[]> => {
  if (spot === undefined || aboutOf(job)?.work !== "base") return [];
  const failed =
    outcome.is === "checked"
      ? outcome.proofs.filter((proof) => !byExit(proof).passed)
      : outcome.is === "unstarted"
        ? [{ cwd: ".", text: outcome.why }]
        : [];
  const patterns = failed.flatMap(({ cwd, text }) => patternsOf(ground.root, cwd, text));
  const hidden =
    outcome.fenced === undefined ? [] : failed.flatMap(({ text }) => hiddenIn(ground.root, text));
  if (patterns.length === 0) return hidden;
  const site = { root: spot.root, run: lease.run, documents: [] };
  const wanted = [...new Set(patterns)].slice(0, mostNames);
  const { files } = await (await workspace.places()).included(site, wanted);
  return [...new Set([...files, ...hidden])];
};
