// Run branch in the user's repository: follows landed work, and takes a person's commits on top as landings.
import { shortId } from "../../core/words/short-id.ts";
import { isRefusal } from "../../core/refusal.ts";
import { branchRole, branchUnit, type Site, siteOf } from "../../landing/site.ts";
import type { PlaceSite, ShownBranch } from "../../workspace/workspace.ts";
import { mustBring } from "../carry/bring.ts";
import type { Folded } from "../fold.ts";
import { sayAsEngine } from "../jobs/handover.ts";
import type { Driving } from "../runner/driving.ts";
import { heldWords } from "./left-words.ts";
import { placeSite, takesCommits } from "./where.ts";

/** Moves the branch to the head unless it has foreign commits or is checked out. */
export const moveToHead = async ({ engine, run }: Driving, folded: Folded): Promise<void> => {
  const site = siteOf(folded.state);
  if (site === null || site.landed === 0 || site.dropped) return;
  await mustBring(engine, run, folded);
  const places = await engine.workspace.places();
  await places.moveBranch(
    placeSite(engine, run, folded),
    site.branch,
    site.head.commit,
    site.previous,
  );
};

/** Neither declined nor already taken. */
export const isNews = (
  { declined, candidates }: Site,
  { work }: Pick<Extract<ShownBranch, { is: "theirs" }>, "work">,
): boolean =>
  !declined.includes(work.commit) && candidates[branchUnit]?.work.commit !== work.commit;

/** Takes a person's commits on top of the head as work to land; true: there were new ones. */
export const takeTheirs = async (
  { door, engine, run, tell }: Driving,
  at: PlaceSite,
  site: Site,
  { work, by, count }: Extract<ShownBranch, { is: "theirs" }>,
): Promise<boolean> => {
  const held = heldWords(
    await (await engine.workspace.places()).screen(at, site.head.commit, work.commit),
  );
  const doer = {
    job: `branch-${shortId(work.commit)}`,
    subject: by,
    role: branchRole,
    thread: null,
    agent: null,
  };
  const command = {
    type: "TakeWork",
    data: { unit: branchUnit, doer, work, ...(held === null ? {} : { held }) },
  };
  const sent = await sayAsEngine(door, run, command, `${run}/branch/${site.taken}/${work.commit}`);
  if (isRefusal(sent) || sent.events.length === 0) return false;
  const what = count === 1 ? "one commit" : `${count} commits`;
  const then =
    held === null ? "will land once the checks pass" : `must be looked at first: ${held}`;
  tell({ is: "note", text: `${what} of ${by} on ${site.branch} ${then}: ${shortId(work.commit)}` });
  return true;
};

/** Reports a state once. true: new commits became work to land. */
export const createFollower = (driving: Driving): ((folded: Folded) => Promise<boolean>) => {
  const { engine, run, tell } = driving;
  let last = "";
  const warn = (text: string): void => {
    if (text !== last) tell({ is: "warning", text });
    last = text;
  };
  return async (folded) => {
    const site = siteOf(folded.state);
    if (site === null || site.landed === 0 || site.dropped) return false;
    const places = await engine.workspace.places();
    const at = placeSite(engine, run, folded);
    const { branch, head } = site;
    const found = await places.shown(at, branch, head.commit);
    if (found.is === "ours") {
      if (found.commit !== head.commit)
        await places.moveBranch(at, branch, head.commit, found.commit);
      return false;
    }
    const commit = found.is === "theirs" ? found.work.commit : found.commit;
    const declined = site.declined.includes(commit);
    const isWork = found.is === "theirs" && !declined;
    if (isWork && !isNews(site, found)) return false;
    if (isWork && takesCommits(folded)) return takeTheirs(driving, at, site, found);
    const why = isWork
      ? "and the run takes no more work"
      : declined
        ? "which was given up"
        : "which is no commit of a person's on top of what landed";
    const holds = `${branch} holds ${shortId(commit)}, ${why}`;
    const landed = `what landed is in refs/cairn-land/${run}/${site.landed}`;
    if (!takesCommits(folded)) {
      warn(`${holds}: it stays; ${landed}`);
      return false;
    }
    const kept = await places.putBack(at, branch, head.commit, commit);
    warn(
      kept === null
        ? `${holds}: once no working tree has it checked out, that is kept in refs/cairn-aside/, and the branch put back; ${landed}`
        : `${branch} held ${shortId(commit)}, ${why}: that is kept as ${kept}, and the branch shows again what landed. Look: git log ${kept}`,
    );
    return false;
  };
};
