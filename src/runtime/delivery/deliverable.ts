// Runs of a working tree with work to merge or a merge to revert, and whether places can be removed.
import type { Card } from "../../core/row.ts";
import { newestFirst } from "../../core/newest.ts";
import { type Refusal, refuse } from "../../core/refusal.ts";
import { lackingHere } from "../carry/bring.ts";
import { spanOf } from "./span-of.ts";
import { isPersons, type Site, siteOf, withSite } from "../../landing/site.ts";
import type { Engine } from "../engine.ts";
import type { Folded, Folds } from "../fold.ts";
import { liveOf } from "../jobs/leases.ts";
import { placeSite } from "../landing/where.ts";

const headOf = async (engine: Engine, run: string, folded: Folded): Promise<string | null> =>
  (await engine.workspace.places()).head(placeSite(engine, run, folded));

const isNew = async (
  engine: Engine,
  folds: Folds,
  run: string,
  folded: Folded,
  site: Site,
): Promise<boolean> => {
  const { delivery, dropped, head, landed } = site;
  if (landed === 0 || dropped) return false;
  if ((await headOf(engine, run, folded)) === null) return true;
  if ((await lackingHere(engine, run, folded)) !== null) return true;
  const places = await engine.workspace.places();
  const span = await spanOf({ engine, folds }, site);
  const { is, merged } = await places.reach(placeSite(engine, run, folded), span);
  return is !== "holds" && !(merged && delivery?.head === head.commit);
};

type Merged = { readonly card: Card; readonly from: string; readonly to: string };

/** Merges that can be reverted one after the other, newest first: each rests on the next. */
const inReverse = (merges: readonly Merged[], head: string | null): readonly Card[] => {
  const top = merges.find(({ to, from }) => to === head && from !== to);
  if (top === undefined) return [];
  return [
    top.card,
    ...inReverse(
      merges.filter((one) => one !== top),
      top.from,
    ),
  ];
};

/** merge: with unmerged work. landed: with any. undo: merged, each the last once the one before is taken back. merged: with a recorded merge. */
export type Able = "merge" | "landed" | "undo" | "merged";

export const deliverable = async (
  engine: Engine,
  folds: Folds,
  root: string,
  which: Able,
): Promise<readonly Card[]> => {
  const cards = (await engine.ledger.runs()).filter(
    ({ life, origin, root: at }) =>
      at === root && origin === null && (which !== "merge" || life !== "archived"),
  );
  const [able, merges]: [Card[], Merged[]] = [[], []];
  let head: string | null = null;
  for (const card of newestFirst(cards)) {
    const folded = await folds.newest(card.run);
    const site = folded === null ? null : siteOf(folded.state);
    if (folded === null || site === null) continue;
    if (
      which === "merge"
        ? await isNew(engine, folds, card.run, folded, site)
        : which === "landed"
          ? site.landed > 0 && !site.dropped
          : site.delivery !== null
    )
      able.push(card);
    if (which !== "undo" || site.delivery === null) continue;
    head ??= await headOf(engine, card.run, folded);
    merges.push(...[...site.earlier, site.delivery].map(({ from, to }) => ({ card, from, to })));
  }
  return which === "undo" ? [...new Set(inReverse(merges, head))] : able;
};

const isLive = ({ protocol }: Folded, state: unknown): boolean =>
  ["live", "paused"].includes(protocol.life(state));

/** Why its places can't be removed yet; null: they can. A person's commits on the branch block nothing: a drop sets them aside. */
export const busy = async (
  { ledger }: Engine,
  run: string,
  folded: Folded,
): Promise<Refusal | null> => {
  const { protocol, state } = folded;
  const site = siteOf(state);
  if (!isLive(folded, state)) return null;
  const candidates = Object.fromEntries(
    Object.entries(site?.candidates ?? {}).filter(([, one]) => !isPersons(one)),
  );
  if (site === null || isLive(folded, withSite(state, { ...site, candidates }))) {
    const isOver = protocol.view(state).status === "ended";
    return isOver
      ? refuse("RUN_LIVE", "the run isn't over: work of it is still to land or to be shown", {
          fits: `let it end: \`cairn run ${run}\`, which asks what is to be answered`,
        })
      : refuse("RUN_LIVE", "the run isn't over: it may still work in its places", {
          fits: `end it first: \`cairn stop --cancel ${run}\`\n  where no terminal can ask you, add --yes to cancel; drop ends no run`,
        });
  }
  if (liveOf(await ledger.leases(run), await ledger.now()).length === 0) return null;
  return refuse("RUN_LIVE", `commits on ${site.branch} are being checked right now`, {
    fits: `end its runner with Ctrl-C, or wait for it; then: \`cairn drop ${run}\``,
  });
};
