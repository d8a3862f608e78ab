// Landing of proved work: merge, keep alive, record, and only then move the branch.
import { isRefusal } from "../../core/refusal.ts";
import type { Command } from "../../core/protocol.ts";
import type { Path } from "../../core/row.ts";
import {
  type Candidate,
  type Commit,
  commitOf,
  type Doer,
  isPersons,
  pieceOf,
  siteOf,
  type Site,
} from "../../landing/site.ts";
import { mustBring } from "../carry/bring.ts";
import { type Folded, readLog } from "../fold.ts";
import { sayAsEngine } from "../jobs/handover.ts";
import type { Driving, Landing } from "../runner/driving.ts";
import { moveToHead } from "./branch.ts";
import { deliverLanded } from "./deliver.ts";
import { landingCommit, type LandingCommit } from "./message.ts";
import { mergeWithLocks } from "./relock.ts";
import { landingOf, unitKey, placeSite } from "./where.ts";

const send = async ({ door, run }: Landing, command: Command, id: string): Promise<boolean> => {
  const sent = await sayAsEngine(door, run, command, id);
  // Another runner was first, or the head moved: the next look will tell.
  return !isRefusal(sent) && sent.events.length > 0;
};

/** Display name of the authors of the work. */
const namesOf = ({ unit, doers }: Candidate): string =>
  [...new Set(doers.map(({ subject }) => subject ?? unit))].join(", ");

const messageOf = (does: string, title: string, run: string, doers: readonly Doer[]): string =>
  `${does}: ${title}\n\nCairn-Run: ${run}\n${doers.map(({ job }) => `Cairn-Job: ${job}\n`).join("")}`;

const conflict = (unit: string, onto: string, files: readonly Path[]): Command => ({
  type: "ReportConflict",
  data: { unit, onto, files },
});

/** Work and commit pairs that conflict with unlanded work: mending waits until that lands. */
const apart = new WeakMap<Landing, Set<string>>();

const commitFor = async (
  { engine, run }: Landing,
  folded: Folded,
  candidate: Candidate,
): Promise<LandingCommit> => {
  const places = await engine.workspace.places();
  const base = siteOf(folded.state)?.base.commit ?? "HEAD";
  const custom = await places.customs(placeSite(engine, run, folded), base);
  const log = await readLog(engine, run, folded.version);
  return landingCommit(run, folded, candidate, log, { style: engine.config.commit, custom });
};

/** Merges a unit's work with landed work, or records the conflict; true: something changed. `ahead`: the target hasn't landed yet. */
export const mergeWork = async (
  driving: Landing,
  folded: Folded,
  candidate: Candidate,
  { commit: onto }: Commit,
  ahead = false,
): Promise<boolean> => {
  const { engine, run } = driving;
  await mustBring(engine, run, folded);
  const { unit, work } = candidate;
  const known = apart.get(driving) ?? new Set<string>();
  if (ahead && known.has(`${work.commit} ${onto}`)) return false;
  const whole = engine.config.history === "merge" ? "both" : "landing";
  const at = placeSite(engine, run, folded);
  const { message, by } = await commitFor(driving, folded, candidate);
  const as = isPersons(candidate) ? "theirs" : whole;
  const places = await engine.workspace.places();
  const made = await mergeWithLocks({ driving, folded, at }, onto, (files) =>
    places.merge(at, onto, work.commit, message, { as, by, files }),
  );
  await driving.step("work merged");
  if (ahead && made.is === "conflict") {
    apart.set(driving, known.add(`${work.commit} ${onto}`));
    return false;
  }
  // A merge onto the same commit may repeat after the work ahead of it failed to land.
  const id = `${run}/${unit}/${candidate.n}/${work.commit}/${onto}/${candidate.merges}`;
  return made.is === "merged"
    ? send(
        driving,
        { type: "MergeWork", data: { unit, onto, merged: made.merged } },
        `${id}/merged`,
      )
    : send(driving, conflict(unit, onto, made.files), `${id}/conflict`);
};

/** Merges another job's work into its unit's, or records the conflict; true: something changed. */
export const joinWork = async (
  driving: Landing,
  folded: Folded,
  site: Site,
  candidate: Candidate,
): Promise<boolean> => {
  const { engine, run } = driving;
  await mustBring(engine, run, folded);
  const { unit } = candidate;
  const { doer, work } = pieceOf(candidate);
  const onto = commitOf(site, unit).commit;
  const title = folded.protocol.view(folded.state).title;
  const message = messageOf(`Join ${doer.subject ?? unit} with ${namesOf(candidate)}`, title, run, [
    doer,
  ]);
  const at = placeSite(engine, run, folded);
  const places = await engine.workspace.places();
  const made = await mergeWithLocks({ driving, folded, at }, onto, (files) =>
    places.merge(at, onto, work.commit, message, { files }),
  );
  await driving.step("work joined");
  const id = `${run}/${unit}/${work.commit}/${onto}`;
  return made.is === "merged"
    ? send(driving, { type: "JoinWork", data: { unit, onto, work: made.merged } }, `${id}/joined`)
    : send(driving, conflict(unit, onto, made.files), `${id}/conflict`);
};

/** Performs one due step of landing; returns a phrase; null: nothing due. */
export const land = async (driving: Driving, folded: Folded): Promise<string | null> => {
  const site = siteOf(folded.state);
  if (site === null) return null;
  const unjoined = Object.values(site.candidates).find(
    ({ trouble, mends, waiting }) => waiting.length > 0 && trouble === null && !mends.running,
  );
  if (unjoined !== undefined && (await joinWork(driving, folded, site, unjoined)))
    return `the work of ${pieceOf(unjoined).doer.job} joined`;
  const { lands: next, merges } = landingOf(folded, site);
  if (next === null || next.merged === null) {
    if (merges === null) return null;
    const { candidate, onto, ahead } = merges;
    return (await mergeWork(driving, folded, candidate, onto, ahead))
      ? `the work of ${candidate.unit} was merged`
      : null;
  }
  const { engine, folds, run, step } = driving;
  const places = await engine.workspace.places();
  const at = placeSite(engine, run, folded);
  const { commit } = next.merged;
  const before = await places.keep(at, site.landed + 1, commit);
  await step("landing kept");
  const landed = await send(
    driving,
    { type: "LandWork", data: { unit: next.unit, commit } },
    `${run}/${next.unit}/${commit}/landed`,
  );
  // Another runner's landing stored under that number wins.
  if (!landed && before !== null) await places.keep(at, site.landed + 1, before);
  await step("landing recorded");
  const now = await folds.newest(run);
  if (now !== null) await moveToHead(driving, now);
  await step("branch moved");
  if (now !== null) await deliverLanded(driving, now);
  await step("landing delivered");
  await places.free(at, unitKey(next.unit));
  if (!landed) return null;
  return `the work of ${next.unit} landed`;
};
