// Run branch on the remote, for other machines and reviewers: shows landed work, and takes commits pushed on top.
import { isOver } from "../../core/over.ts";
import { shortId } from "../../core/words/short-id.ts";
import { type Site, siteOf } from "../../landing/site.ts";
import type { PlaceSite, PublishedBranch } from "../../workspace/workspace.ts";
import { isNews, takeTheirs } from "../landing/branch.ts";
import { placeSite, takesCommits } from "../landing/where.ts";
import type { Driving } from "../runner/driving.ts";
import type { Look } from "../runner/look.ts";
import { createTroubles } from "../runner/troubles.ts";
import { againMs, isAway, neededOf, remoteOf } from "./remote.ts";
import { warn } from "../run-options.ts";

const otherWords = (
  remote: string,
  branch: string,
  { commit, said }: Extract<PublishedBranch, { is: "other" }>,
): string =>
  commit === null
    ? `${remote} doesn't take ${branch}: ${said}. What lands is there all the same, below refs/cairn-land/, where other machines look`
    : `${branch} on ${remote} holds ${shortId(commit)}, which doesn't rest on what landed: it stays. To have it show again what lands, put it under another name there: git push ${remote} ${commit}:refs/heads/NAME :refs/heads/${branch}`;

/** Interval in ms for repeating the push of needed commits: a remote may have lost them. */
const sentMs = 60_000;

/** Pushes the run branch for display, and takes commits found there; true: they became work to land. An unreachable remote is reported and blocks nothing. */
export const createShower = (driving: Driving): ((seen: Look) => Promise<boolean>) => {
  const { engine, run, tell } = driving;
  const now = (): number => Date.parse(engine.now());
  const trouble = createTroubles((text) => warn(tell, text), now, 0);
  let shown: string | null = null;
  let sentAt = Number.NEGATIVE_INFINITY;
  let tidied: string | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;

  const show = async (
    { folded, life }: Look,
    remote: string,
    site: Site,
    at: PlaceSite,
  ): Promise<boolean> => {
    const places = await engine.workspace.places();
    const { branch, head, candidates, landed } = site;
    // The branch may have been removed there, or the remote configured only now.
    if (now() - sentAt >= sentMs) {
      await places.send(at, remote, neededOf(site));
      sentAt = now();
    }
    if (shown !== head.commit && landed > 0) {
      const found = await places.publish(at, remote, branch, head.commit);
      if (found.is === "other") warn(tell, otherWords(remote, branch, found));
      const news = found.is === "theirs" && isNews(site, found);
      if (news && takesCommits(folded) && (await takeTheirs(driving, at, site, found))) return true;
      if (news && !takesCommits(folded))
        warn(
          tell,
          `${branch} on ${remote} holds ${shortId(found.work.commit)} of ${found.by}, and the run takes no more work: it stays`,
        );
    }
    shown = head.commit;
    if (isOver(life) && tidied !== head.commit && Object.keys(candidates).length === 0) {
      await places.withdraw(at, remote, head.commit);
      tidied = head.commit;
    }
    return false;
  };

  return async (seen) => {
    const site = siteOf(seen.folded.state);
    const remote = remoteOf(engine);
    if (site === null || remote === null || site.dropped || now() - failedAt < againMs)
      return false;
    try {
      const took = await show(seen, remote, site, placeSite(engine, run, seen.folded));
      trouble("show", null);
      return took;
    } catch (error) {
      if (!isAway(error)) throw error;
      failedAt = now();
      trouble(
        "show",
        `${site.branch} isn't shown on ${remote} yet: ${error.message}; the next look of a runner here shows it`,
      );
      return false;
    }
  };
};
