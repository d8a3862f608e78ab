// How proved work lands: merged, kept alive, recorded, and only then shown on the branch.
import { isRefusal } from "../../core/refusal.ts";
import type { Command } from "../../core/protocol.ts";
import { type Candidate, commitOf, type Doer, pieceOf, siteOf, type Site } from "../../work/site.ts";
import type { Folded } from "../fold.ts";
import { engineSender } from "../handover.ts";
import type { Driving } from "../runner/driving.ts";
import { landingOf, unitKey, placeSite } from "./where.ts";

const send = async ({ door, run }: Driving, command: Command, id: string): Promise<boolean> => {
  const sent = await door({ run, said: [{ command, by: engineSender(null) }], id });
  // Another runner was first, or the head moved: the next look sees it.
  return !isRefusal(sent) && sent.events.length > 0;
};

/** Whose work it holds, as people call it. */
const namesOf = ({ unit, doers }: Candidate): string => [...new Set(doers.map(({ subject }) => subject ?? unit))].join(", ");

const messageOf = (does: string, title: string, run: string, doers: readonly Doer[]): string =>
  `${does}: ${title}\n\nCairn-Run: ${run}\n${doers.map(({ job }) => `Cairn-Job: ${job}\n`).join("")}`;

/** Merges a unit's work with what has landed, or says where it conflicts; true: that was news. */
export const mergeWork = async (driving: Driving, folded: Folded, site: Site, candidate: Candidate): Promise<boolean> => {
  const { engine, run } = driving;
  const places = await engine.workspace.places();
  const { unit, work } = candidate;
  const onto = site.head.commit;
  const title = folded.protocol.view(folded.state).title;
  const message = messageOf(`Land ${namesOf(candidate)}`, title, run, candidate.doers);
  const made = await places.merge(placeSite(engine, run, folded), onto, work.commit, message);
  await driving.step("work merged");
  const id = `${run}/${unit}/${candidate.n}/${work.commit}/${onto}`;
  return made.is === "merged"
    ? send(driving, { type: "MergeWork", data: { unit, onto, merged: made.merged } }, `${id}/merged`)
    : send(driving, { type: "ReportConflict", data: { unit, onto, files: made.files } }, `${id}/conflict`);
};

/** Merges what another job of the unit left meanwhile into its work, or says where it conflicts; true: that was news. */
export const joinWork = async (driving: Driving, folded: Folded, site: Site, candidate: Candidate): Promise<boolean> => {
  const { engine, run } = driving;
  const places = await engine.workspace.places();
  const { unit } = candidate;
  const { doer, work } = pieceOf(candidate);
  const onto = commitOf(site, unit).commit;
  const title = folded.protocol.view(folded.state).title;
  const message = messageOf(`Join ${doer.subject ?? unit} with ${namesOf(candidate)}`, title, run, [doer]);
  const made = await places.merge(placeSite(engine, run, folded), onto, work.commit, message);
  await driving.step("work joined");
  const id = `${run}/${unit}/${work.commit}/${onto}`;
  return made.is === "merged"
    ? send(driving, { type: "JoinWork", data: { unit, onto, work: made.merged } }, `${id}/joined`)
    : send(driving, { type: "ReportConflict", data: { unit, onto, files: made.files } }, `${id}/conflict`);
};

/** The branch is a projection: it follows the head, unless somebody has it checked out or put something else there. */
export const followBranch = async (driving: Driving, folded: Folded): Promise<void> => {
  const site = siteOf(folded.state);
  if (site === null || site.landed === 0 || site.dropped) return;
  const { engine, run, tell } = driving;
  const places = await engine.workspace.places();
  const moved = await places.moveBranch(placeSite(engine, run, folded), site.branch, site.head.commit, site.previous);
  if (moved.is === "foreign")
    tell({
      is: "warning",
      text: `${site.branch} holds ${moved.commit.slice(0, 12)}, which isn't the run's: it stays; what landed is in refs/cairn-land/${run}/${site.landed}`,
    });
};

/** Lands what is due, one step; what was done, a phrase; null: nothing is due. */
export const land = async (driving: Driving, folded: Folded): Promise<string | null> => {
  const site = siteOf(folded.state);
  if (site === null) return null;
  const apart = Object.values(site.candidates).find(
    ({ trouble, mends, waiting }) => waiting.length > 0 && trouble === null && !mends.running,
  );
  if (apart !== undefined && (await joinWork(driving, folded, site, apart))) return `the work of ${pieceOf(apart).doer.job} joined`;
  const next = landingOf(folded);
  if (next === null) return null;
  const { engine, folds, run, step, tell } = driving;
  if (next.merged === null || next.merged.onto !== site.head.commit)
    return (await mergeWork(driving, folded, site, next)) ? `the work of ${next.unit} was merged` : null;
  const places = await engine.workspace.places();
  const at = placeSite(engine, run, folded);
  const { commit } = next.merged;
  await places.keep(at, site.landed + 1, commit);
  await step("landing kept");
  const landed = await send(driving, { type: "LandWork", data: { unit: next.unit, commit } }, `${run}/${next.unit}/${commit}/landed`);
  await step("landing recorded");
  const now = await folds.newest(run);
  if (now !== null) await followBranch(driving, now);
  await step("branch moved");
  await places.free(at, unitKey(next.unit));
  if (!landed) return null;
  tell({ is: "note", text: `landed: ${namesOf(next)} as ${commit.slice(0, 12)} on ${site.branch}` });
  return `the work of ${next.unit} landed`;
};
