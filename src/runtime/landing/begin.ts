// Start commit of a run, recorded once before its first job.
import { parentOf } from "../../core/origin.ts";
import { firstOf } from "../../core/words/how-many.ts";
import type { Path } from "../../core/row.ts";
import { shortId } from "../../core/words/short-id.ts";
import { Fault, isRefusal } from "../../core/refusal.ts";
import { pinWords } from "../../landing/checks.ts";
import { type Site, siteOf } from "../../landing/site.ts";
import type { Engine } from "../engine.ts";
import type { Folded } from "../fold.ts";
import { sayAsEngine } from "../jobs/handover.ts";
import type { Landing } from "../runner/driving.ts";
import { unfitFault } from "./fitting.ts";
import { leftWords } from "./left-words.ts";
import { includedWords, readyIn } from "./worktree-include.ts";
import { customWords } from "./message.ts";
import { checkoutSite } from "./where.ts";
import type { PlaceSite, RunBase } from "../../workspace/workspace.ts";

/** Part of a branch name: whole words, at most 32 characters if possible. */
const slugged = (title: string): string => {
  const words = title.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  const fitting = words.filter((_, at) => words.slice(0, at + 1).join("-").length <= 32);
  return fitting.length === 0 ? (words[0] ?? "").slice(0, 32) : fitting.join("-");
};

/** What submodules the base leaves empty in places, as a sentence; null: none. */
const modulesText = (empty: readonly Path[]): string | null =>
  empty.length === 0
    ? null
    : `submodules that aren't initialized here lie empty in places: ${firstOf(empty, 5)}; fill them with \`git submodule update --init --recursive\``;

/** `above`: the site of the run's parent, which began with the same checks. */
const setBase = async (
  engine: Engine,
  run: string,
  { protocol, state }: Folded,
  site: PlaceSite,
  { commit, tree, branch, beside }: Omit<RunBase, "uncommitted" | "left">,
  above: Site | null,
) => {
  const view = protocol.view(state);
  const title = slugged(view.name ?? view.title);
  const places = await engine.workspace.places();
  return {
    type: "SetBase",
    data: {
      base: { commit, tree },
      branch,
      name: await places.freeName(
        site,
        `cairn/${title === "" ? run : `${title}-${run.slice(0, 4)}`}`,
      ),
      ready: above?.ready ?? (await readyIn(engine.workspace, site.root, engine.config.ready)),
      ...(beside.length === 0 ? {} : { beside }),
      // The parent's trial of the base isn't repeated.
      ...(above === null ? { trial: true } : {}),
    },
  };
};

/** A commit of the user's repository, and the branch where it was found. */
export type From = { readonly commit: string; readonly branch: string };

/** The command for a new run to start there. Faults: those of an unsuitable repository. */
export const baseAt = async (
  engine: Engine,
  run: string,
  folded: Folded,
  { commit, branch }: From,
) => {
  const site = checkoutSite(engine, run, folded);
  const places = await engine.workspace.places();
  const unfit = await places.unfit(site.root);
  if (unfit !== null) throw unfitFault(unfit, "no run was made; ");
  const base = await places.base(site, { changes: false, at: commit });
  return setBase(engine, run, folded, site, { ...base, branch }, null);
};

/** Faults: those of an unsuitable repository, and the code with which the base was refused. */
export const ensureBase = async (
  driving: Landing,
  folded: Folded,
  changes: boolean,
): Promise<void> => {
  const { door, engine, folds, run } = driving;
  const places = await engine.workspace.places();
  const site = checkoutSite(engine, run, folded);
  const unfit = await places.unfit(site.root, changes);
  if (unfit !== null) throw unfitFault(unfit);
  const origin = parentOf(folded.origin);
  const parent = origin === null ? null : await folds.newest(origin);
  const above = parent === null ? null : siteOf(parent.state);
  const base = await places.base(site, {
    changes,
    ...(above === null ? {} : { at: above.head.commit }),
  });
  const command = await setBase(engine, run, folded, site, base, above);
  const sent = await sayAsEngine(door, run, command, `${run}/base`);
  if (isRefusal(sent)) {
    const now = await folds.newest(run);
    // A person was first: paused or over, it needs no base.
    if (now?.protocol.life(now.state) !== "live") return;
    throw new Fault(sent.code, sent.text, sent.fits ?? "repeat the command");
  }
  const { uncommitted } = base;
  const yours = `${uncommitted} uncommitted ${uncommitted === 1 ? "change" : "changes"} of yours`;
  const out = ` ${yours} ${uncommitted === 1 ? "stays" : "stay"} out of it: a run begun by \`cairn run --with-changes\` takes ${uncommitted === 1 ? "it" : "them"} along.`;
  const kept = places.keeps(site.root);
  driving.tell({
    is: "note",
    text: kept
      ? `no git repository: what is proved is written into ${site.root} at once, and \`cairn undo\` takes it back.`
      : `work lands on ${command.data.name}, from ${shortId(base.commit)}${base.branch === null ? "" : ` of ${base.branch}`}${changes && uncommitted > 0 ? `, with ${yours}` : ""}.${changes || uncommitted === 0 ? "" : out}`,
  });
  const pinned = command.data.ready.checks.filter(({ pin = [] }) => pin.length > 0);
  if (pinned.length > 0) driving.tell({ is: "note", text: pinWords(pinned) });
  const empty = modulesText(await places.emptyModules(site, base.commit));
  if (empty !== null) driving.tell({ is: "note", text: empty });
  for (const text of await includedWords(engine, site, command.data.ready)) driving.tell(text);
  for (const left of base.left) driving.tell({ is: "warning", text: leftWords(left) });
  // A parent said it for its child; nobody commits in a repository that Cairn keeps.
  if (above === null && !kept)
    for (const text of customWords(await places.customs(site, base.commit)))
      driving.tell({ is: "note", text });
};
