// The run branch as other machines and reviewers see it on the remote: it shows what has landed, and what somebody put on top of it there is taken.
import { shortId } from "../../core/short-id.ts";
import { branchUnit, siteOf } from "../../work/site.ts";
import type { PublishedBranch } from "../../workspace/workspace.ts";
import { takeTheirs } from "../landing/branch.ts";
import { placeSite, takesCommits } from "../landing/where.ts";
import type { Driving } from "../runner/driving.ts";
import type { Look } from "../runner/look.ts";
import { isOver } from "../../core/over.ts";
import { neededOf, remoteOf } from "./remote.ts";

const otherWords = (remote: string, branch: string, { commit, said }: Extract<PublishedBranch, { is: "other" }>): string =>
  commit === null
    ? `${remote} doesn't take ${branch}: ${said}. What lands is there all the same, below refs/cairn-land/, where other machines look`
    : `${branch} on ${remote} holds ${shortId(commit)}, which doesn't rest on what landed: it stays. To have it show again what lands, put it under another name there: git push ${remote} ${commit}:refs/heads/NAME :refs/heads/${branch}`;

/** true: what stands there became work that is to land. Fault REMOTE_FAILED. */
export const createShower = (driving: Driving): ((seen: Look) => Promise<boolean>) => {
  const { engine, run, tell } = driving;
  let shown: string | null = null;
  let tidied: string | null = null;
  return async ({ folded, life }) => {
    const site = siteOf(folded.state);
    const remote = remoteOf(engine);
    if (site === null || remote === null || site.dropped) return false;
    const places = await engine.workspace.places();
    const at = placeSite(engine, run, folded);
    const { branch, head, candidates, landed } = site;
    // Somebody may have removed it there, or the remote was named only now.
    if (shown === null) await places.send(at, remote, neededOf(site));
    if (shown !== head.commit && landed > 0) {
      const found = await places.publish(at, remote, branch, head.commit);
      shown = head.commit;
      if (found.is === "other") tell({ is: "warning", text: otherWords(remote, branch, found) });
      const isNew =
        found.is === "theirs" && !site.declined.includes(found.work.commit) && candidates[branchUnit]?.work.commit !== found.work.commit;
      if (found.is === "theirs" && isNew && takesCommits(folded)) return takeTheirs(driving, at, site, found);
    }
    shown = head.commit;
    if (isOver(life) && tidied !== head.commit && Object.keys(candidates).length === 0) {
      await places.withdraw(at, remote, head.commit);
      tidied = head.commit;
    }
    return false;
  };
};
