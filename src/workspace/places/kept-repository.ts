// Repository that Cairn maintains for a folder without one: created for its first run, and updated from the folder.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../disk/make-folder.ts";
import { headOf } from "../git/head.ts";
import { keptIn } from "../locate.ts";
import type { LeftOut, Site } from "../places.ts";
import { folderLitter } from "../git/litter-lines.ts";
import { moveCheckout } from "../checkout/move.ts";
import { bringToUser } from "./keep.ts";
import { type Git, type Repository, signedBy } from "./repository.ts";
import { hereOf } from "./start.ts";
import { lineOf } from "../git/git.ts";
import { makeBare } from "./store.ts";

const config = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tlogallrefupdates = true\n";

/** With an empty first commit. */
export const makeKept = (root: string, git: Git): Promise<void> =>
  makeBare({ git, root }, keptIn(root), "sha1", async (fresh) => {
    const ask = (args: readonly string[]): Promise<string> =>
      git({ cwd: root, args: [`--git-dir=${fresh}`, ...args], input: "", env: signedBy() }).then(
        lineOf,
      );
    writeFileSync(join(fresh, "config"), config);
    makeFolder(join(fresh, "info"), 0o700);
    writeFileSync(join(fresh, "info", "exclude"), folderLitter);
    const commit = await ask(["commit-tree", await ask(["mktree"]), "-m", "Begin"]);
    // Detached HEAD: no other branch is ever checked out here.
    await ask(["update-ref", "--no-deref", "-m", "cairn: begin", "HEAD", commit]);
  });

/** Commits the user's changes in the folder; returns what is left out. */
export const commitFolder = async (
  repository: Repository,
  site: Site,
): Promise<readonly LeftOut[]> => {
  const from = await headOf(repository.user);
  const { commit, left } = await hereOf(repository, site, true);
  if (from === null || commit === from) return left;
  const bring = (): Promise<void> => bringToUser(repository, site, commit);
  await moveCheckout(repository, {
    from,
    to: commit,
    reason: "cairn: what lies in the folder",
    bring,
  });
  return left;
};
