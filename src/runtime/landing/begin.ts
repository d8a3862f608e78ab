// The commit from which a run starts: said once, before its first job.
import { isRefusal } from "../../core/refusal.ts";
import { siteOf } from "../../work/site.ts";
import type { Engine } from "../engine.ts";
import { type Folded, recorded } from "../fold.ts";
import { pagesOf } from "../pages.ts";
import { engineSender } from "../handover.ts";
import type { Driving } from "../runner/driving.ts";
import { placeSite } from "./where.ts";

/** What a branch is called by, at most 40 characters. */
const slugged = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .slice(0, 40)
    .replaceAll(/^-|-$/gu, "");

/** Whether any of its jobs has begun: then something was said in a job's name. */
const hasWorked = async (engine: Engine, run: string): Promise<boolean> => {
  for await (const rows of pagesOf(engine.ledger, run, 0)) if (rows.some((row) => recorded(row).by.job !== undefined)) return true;
  return false;
};

/** Where its jobs work in the checkout itself, and why, for people; null: in places. */
export const ensureBase = async (driving: Driving, folded: Folded, changes: boolean): Promise<string | null> => {
  const { door, engine, folds, run } = driving;
  if (!engine.config.places || engine.storeOf === undefined || folded.protocol.lands === undefined) return "places are off";
  if (siteOf(folded.state) !== null) return null;
  // What its jobs left there so far isn't in HEAD: it stays where they left it, unless a person takes that along.
  if (!changes && (await hasWorked(engine, run)))
    return "it began there; `cairn run --with-changes` takes what lies there along into places";
  const places = await engine.workspace.places();
  const site = placeSite(engine, run, folded);
  const unfit = await places.unfit(site.root);
  if (unfit !== null) return `${unfit.text}${unfit.fits === undefined ? "" : `: ${unfit.fits}`}`;
  const parent = folded.origin === null ? null : await folds.newest(folded.origin.split("/")[0] ?? "");
  const above = parent === null ? null : siteOf(parent.state);
  const base = await places.base(site, { changes, ...(above === null ? {} : { at: above.head.commit }) });
  const title = slugged(folded.protocol.view(folded.state).title);
  const command = {
    type: "SetBase",
    data: {
      base: { commit: base.commit, tree: base.tree },
      branch: base.branch,
      name: `cairn/${title === "" ? run : `${title}-${run.slice(0, 4)}`}`,
      ready: above?.ready ?? engine.config.ready,
    },
  };
  const sent = await door({ run, said: [{ command, by: engineSender(null) }], id: `${run}/base` });
  if (isRefusal(sent)) return `${sent.code}: ${sent.text}`;
  const left =
    base.uncommitted === 0
      ? ""
      : ` ${base.uncommitted} uncommitted ${base.uncommitted === 1 ? "change of yours stays" : "changes of yours stay"} out of it.`;
  driving.tell({
    is: "note",
    text: `work lands on ${command.data.name}, from ${base.commit.slice(0, 12)}${base.branch === null ? "" : ` of ${base.branch}`}.${left}`,
  });
  for (const { path, why } of base.left) driving.tell({ is: "warning", text: `${path} isn't taken along: ${why}` });
  return null;
};
