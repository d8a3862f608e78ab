// Files that a failed check on the base missed though the machine has them, and secrets that it may have needed.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, normalize, relative } from "node:path";
import type { Outcome } from "../../core/job.ts";
import { byExit } from "../../core/checks/recheck.ts";
import type { Path } from "../../core/row.ts";
import { heldBack } from "../../core/secrets/secret-variables.ts";
import { isWithin } from "../../core/within.ts";
import { aboutOf } from "../../landing/about.ts";
import { missingFiles } from "../../landing/red-causes.ts";
import { plainEnv } from "../host/env.ts";
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

type Failed = { readonly cwd: string; readonly text: string; readonly argv: readonly string[] };

/** Keys that a configuration doesn't show: what the programs of a failed setup read for a registry, and what an output names. */
const keysFor = async (
  workspace: Pick<Workspace, "fences">,
  { job: { spot, fence } }: SpoolEntry,
  failed: readonly Failed[],
  isSetup: boolean,
): Promise<readonly Path[]> => {
  if (fence === undefined) return [];
  const words = isSetup ? failed.flatMap(({ argv }) => argv) : [];
  const { all, read } = (await workspace.fences()).keys(spot.root, words);
  const named = all.filter((path) => failed.some(({ text }) => text.includes(path)));
  const shown = (fence.shows ?? []).map((path) => path.replace(/^~(?=\/)/u, () => homedir()));
  return [...new Set([...read, ...named])].filter((path) => !shown.includes(path));
};

/** Variables that an output names and that jobs aren't given. */
const variablesFor = (passes: readonly string[], failed: readonly Failed[]): readonly string[] =>
  heldBack(plainEnv(process.env), passes).filter((name) => {
    const word = new RegExp(`(?<!\\w)${RegExp.escape(name)}(?!\\w)`, "u");
    return failed.some(({ text }) => word.test(text));
  });

/** Nothing unless it tried the repository's checks or setup on the base. */
export const missedOf = async (
  workspace: Pick<Workspace, "places" | "fences">,
  entry: SpoolEntry,
  outcome: Outcome,
): Promise<Pick<Outcome, "lacks" | "withheld">> => {
  const { job, spot, ground, lease, passes = [] } = entry.job;
  if (aboutOf(job)?.work !== "base") return {};
  const failed: readonly Failed[] =
    outcome.is === "checked"
      ? outcome.proofs.filter((proof) => !byExit(proof).passed)
      : outcome.is === "unstarted"
        ? [{ cwd: ".", text: outcome.why, argv: spot.setup?.argv ?? [] }]
        : [];
  if (failed.length === 0) return {};
  const keys = await keysFor(workspace, entry, failed, outcome.is === "unstarted");
  const patterns = failed.flatMap(({ cwd, text }) => patternsOf(ground.root, cwd, text));
  const hidden =
    outcome.fenced === undefined
      ? []
      : failed
          .flatMap(({ text }) => hiddenIn(ground.root, text))
          .filter((path) => !keys.some((key) => isWithin(key, path)));
  const site = { root: spot.root, run: lease.run, documents: [] };
  const wanted = [...new Set(patterns)].slice(0, mostNames);
  const files =
    wanted.length === 0 ? [] : (await (await workspace.places()).included(site, wanted)).files;
  const lacks = [...new Set([...files, ...hidden])];
  const short = keys.map((path) =>
    `~/${relative(homedir(), path)}`.replace(/^~\/\.\.\/.*/u, () => path),
  );
  const withheld = [...short, ...variablesFor(passes, failed)];
  return {
    ...(lacks.length === 0 ? {} : { lacks }),
    ...(withheld.length === 0 ? {} : { withheld }),
  };
};
