// Stray changes: files of another role that a job changed, named and left alone (section 7).
import { firstOf } from "../../../core/words/how-many.ts";
import { matchesAny } from "../../../core/glob.ts";
import type { Outcome } from "../../../core/job.ts";
import type { Path } from "../../../core/row.ts";
import type { AgentAbout } from "../jobs/about.ts";
import { briefFile, prdFile, proofAsk, storyFile, uxFile } from "../manifest.ts";

const shown = 10;
const folderOf: Readonly<Record<string, readonly Path[]>> = {
  prd: [prdFile],
  manifest: [prdFile],
  ux: [uxFile],
  architecture: ["docs/architecture.md", "docs/architecture/"],
};
/** Files of roles. */
const owned: readonly Path[] = [
  briefFile,
  prdFile,
  uxFile,
  "docs/architecture.md",
  "docs/architecture/",
  "docs/stories/",
  "docs/audits/",
];
const lies = (path: Path, among: readonly Path[]): boolean =>
  among.some((one) => path === one || (one.endsWith("/") && path.startsWith(one)));

const mayWrite = (about: AgentAbout, path: Path): boolean => {
  switch (about.is) {
    case "plan": {
      const own = [...about.paths, ...(folderOf[about.part] ?? [])];
      return lies(path, own) || (path.startsWith("docs/") && !lies(path, owned));
    }
    case "story-file":
      return path.startsWith("docs/stories/");
    case "audit":
      return path.startsWith("docs/audits/");
    case "review":
      return false;
    case "work":
      return (
        !about.pinned.includes(path) &&
        (!path.startsWith("docs/stories/") || path === storyFile(about.story))
      );
    case "issue":
      return !about.pinned.includes(path);
  }
};

const listed = (paths: readonly Path[]): string => firstOf(paths, shown);

/** Text to append to the summary; empty if the agent changed only its own files. */
export const strays = (about: AgentAbout, { tree }: Pick<Outcome, "tree">): string => {
  const others = tree.changed.map(({ path }) => path).filter((path) => !mayWrite(about, path));
  return others.length === 0 ? "" : ` (also changed: ${listed(others)})`;
};

/** The files that changed during a review, as part of the reason why it doesn't count. */
export const moved = ({ tree }: Pick<Outcome, "tree">): string => {
  const paths = tree.changed
    .map(({ path }) => path)
    .filter((path) => !matchesAny(proofAsk().except ?? [], path));
  return paths.length === 0 ? "" : `: ${listed(paths)}`;
};
