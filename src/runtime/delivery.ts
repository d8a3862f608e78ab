// The way of a run's work to its user: what it changed, its merge into their branch, and the way back.
import { bentIn } from "../core/check-files.ts";
import { shortId } from "../core/short-id.ts";
import { senderWrong } from "../core/frame.ts";
import type { Command, Sender } from "../core/protocol.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { Card, Path, Recorded } from "../core/row.ts";
import { placeNone, undelivered } from "../work/decide.ts";
import { branchUnit, siteOf } from "../work/site.ts";
import { frame } from "../work/who.ts";
import type { ChangedLines } from "../workspace/workspace.ts";
import { type Engine, groundOf } from "./engine.ts";
import { busy, deliverable } from "./deliverable.ts";
import { gone, mergeRefused, noneLanded, undoRefused, writeRefused } from "./delivery-refused.ts";
import { unknownRun } from "./find.ts";
import { type Closed, closeWork, type Opened, openWork } from "./open-work.ts";
import { type Part, partOf, type Stand } from "./part.ts";
import type { Folded, Folds } from "./fold.ts";
import { checkoutSite, placeSite, takesCommits } from "./landing/where.ts";
import type { Door } from "./send.ts";
import type { Sent } from "./system.ts";

/** `checkFiles`: those of them by which checks go. */
export type Difference = Part & {
  readonly files: readonly ChangedLines[];
  readonly checkFiles: readonly Path[];
  /** Uncommitted changes of the user's that a merge commits, too: the run began on them. */
  readonly uncommitted: readonly Path[];
};
/** `is`: "recorded" where git had done it already, before the ledger heard of it; "already" where that is known, too. */
export type Step = {
  readonly run: string;
  readonly is: "done" | "recorded" | "already";
  readonly from: string;
  readonly to: string;
  readonly branch: string | null;
  /** Of a merge: uncommitted changes of the user's that it committed, too. */
  readonly uncommitted?: readonly Path[];
};

export type Unlanded = { readonly by: string; readonly count: number; readonly branch: string; readonly takes: boolean };

export type Delivery = {
  /** `name`: a job or a unit; null: all that landed. JOB_UNKNOWN lists those that there are. */
  diff(run: string, name: string | null): Promise<Difference | Refusal>;
  patch(run: string, between: Pick<Part, "from" | "to">): Promise<string | Refusal>;
  /** The same into a folder to look at. Fault SETUP_FAILED. */
  open(run: string, name: string | null): Promise<Opened | Refusal>;
  /** Gives that folder back; what was changed there is lost only `anyway`. */
  close(run: string, name: string | null, anyway: boolean): Promise<Closed | Refusal>;
  /** Into what is checked out in the run's working tree: all or nothing. */
  merge(run: string, by: Sender): Promise<Step | Refusal>;
  /** Runs of this working tree whose work can be merged now, or whose merges can be taken back one after the other, the last one first. */
  able(verb: "merge" | "undo"): Promise<readonly Card[]>;
  /** Takes the last merge of the run back that wasn't taken back yet. */
  undo(run: string, by: Sender): Promise<Step | Refusal>;
  /** Removes the run's branch and places; its record stays. `aside`: references that keep commits of others that were on the branch. */
  drop(run: string, by: Sender): Promise<(Sent & { readonly aside: readonly string[] }) | Refusal>;
  /** Commits of a person's on the run branch that the run hasn't heard of yet; null: there are none. `takes`: `run` would land them. */
  unlanded(run: string): Promise<Unlanded | null>;
  /** Why that can't be done; null: it can. */
  undroppable(run: string): Promise<Refusal | null>;
};

/** Uncommitted changes of the user's in the run's base, as long as HEAD doesn't hold that. */
const uncommittedIn = async ({ site, at, places }: Stand): Promise<readonly Path[]> => {
  const { commit } = site.base;
  const head = await places.head(at);
  return head === null || (await places.fork(at, head, commit)) === commit ? [] : places.usersChanges(at, commit);
};

type MergeParts = { readonly engine: Engine; readonly folds: Folds; readonly door: Door };
export type DeliveryParts = MergeParts & {
  /** The working tree of whoever asks. */
  readonly root: string;
  readonly log: (run: string, folded: Folded) => Promise<readonly Recorded[]>;
};

/** What every verb looks at, and the merge, which the runner makes, too. */
const ground = ({ engine, folds, door }: MergeParts) => {
  const stand = async (run: string): Promise<Stand | Refusal> => {
    const folded = await folds.newest(run);
    if (folded === null) return unknownRun(run);
    const site = siteOf(folded.state);
    if (site === null) return placeNone;
    return { folded, site, at: placeSite(engine, run, folded), places: await engine.workspace.places() };
  };
  /** What git still has. */
  const kept = async (run: string): Promise<Stand | Refusal> => {
    const stands = await stand(run);
    return isRefusal(stands) || !stands.site.dropped ? stands : gone(run, stands.site);
  };
  /** Who may say so is asked before anything is done. */
  const may = (type: "Deliver" | "UndoDelivery" | "DropPlaces", by: Sender): Refusal | null => senderWrong(type, frame.who[type], by);
  const recorded = async (run: string, command: Command, by: Sender, verb: string): Promise<Sent | Refusal> => {
    try {
      return await door({ run, said: [{ command, by }] });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      throw new Fault(
        error.code,
        error.message,
        `${error.hint}\n  git has done it, and it isn't recorded yet: repeat \`cairn ${verb} ${run}\``,
        error,
      );
    }
  };
  const checkedOut = async ({ folded }: Stand): Promise<string | null> => {
    const { root, place, ignores } = groundOf(engine, folded);
    return (await engine.workspace.facts({ root, place, ignores }, {}, engine.now())).branch;
  };

  const merge: Delivery["merge"] = async (run, by) => {
    const stands = may("Deliver", by) ?? (await kept(run));
    if (isRefusal(stands)) return stands;
    const { folded, site, at, places } = stands;
    if (site.landed === 0) return noneLanded(run);
    const head = site.head.commit;
    const title = folded.protocol.view(folded.state).title;
    const uncommitted = await uncommittedIn(stands);
    // What lies there is recorded first where nobody else does so, and documents of other runs are no part of it.
    const keeps = places.keeps(at.root);
    const here = keeps ? await checkoutSite(engine, run, folded) : at;
    const done = await places.deliver(here, head, `Merge ${site.branch}: ${title}\n\nCairn-Run: ${run}\n`);
    if (done.is === "conflict" || done.is === "touches")
      return (keeps ? writeRefused : mergeRefused)(run, site.branch, done.files, done.is);
    const step = done.is === "merged" ? done : done.unsaid;
    const known = site.delivery;
    if (step === null || (done.is === "nothing" && known?.head === head && known.to === step.to)) {
      const branch = await checkedOut(stands);
      return { run, is: "already", from: known?.from ?? head, to: known?.to ?? head, branch };
    }
    const { from, to, branch } = step;
    const sent = await recorded(run, { type: "Deliver", data: { head, from, to, branch } }, by, "merge");
    return isRefusal(sent) ? sent : { run, is: done.is === "merged" ? "done" : "recorded", from, to, branch, uncommitted };
  };
  return { stand, kept, may, recorded, checkedOut, merge };
};

export const mergeOf = (parts: MergeParts): Delivery["merge"] => ground(parts).merge;

export const deliveryOf = ({ engine, root, folds, door, log }: DeliveryParts): Delivery => {
  const { stand, kept, may, recorded, checkedOut, merge } = ground({ engine, folds, door });
  const able = (verb: "merge" | "undo"): Promise<readonly Card[]> => deliverable(engine, folds, root, verb);

  const named = async (run: string, name: string | null): Promise<{ readonly stands: Stand; readonly part: Part } | Refusal> => {
    const stands = await kept(run);
    if (isRefusal(stands)) return stands;
    const part = await partOf(run, name, stands, () => log(run, stands.folded));
    return isRefusal(part) ? part : { stands, part };
  };

  return {
    able,
    async open(run, name) {
      const found = await named(run, name);
      return isRefusal(found) ? found : openWork(engine, found.stands, found.part);
    },
    async close(run, name, anyway) {
      const found = await named(run, name);
      return isRefusal(found) ? found : closeWork(found.stands, run, found.part, anyway);
    },
    async diff(run, name) {
      const found = await named(run, name);
      if (isRefusal(found)) return found;
      const { stands, part } = found;
      const files = await stands.places.changes(stands.at, part.from, part.to);
      return { ...part, files, checkFiles: bentIn(files), uncommitted: part.is === "landed" ? await uncommittedIn(stands) : [] };
    },
    async patch(run, { from, to }) {
      const stands = await kept(run);
      return isRefusal(stands) ? stands : stands.places.patch(stands.at, from, to);
    },
    merge,
    async undo(run, by) {
      const stands = may("UndoDelivery", by) ?? (await stand(run));
      if (isRefusal(stands)) return stands;
      const { delivery } = stands.site;
      if (delivery === null) return undelivered;
      const { from, to, branch } = delivery;
      const now = await checkedOut(stands);
      if (now !== branch)
        return refuse("BRANCH_OTHER", `the run was merged into ${branch ?? shortId(from)}, and ${now ?? "no branch"} is checked out`, {
          fits: `git switch ${branch ?? `--detach ${shortId(to)}`}, then: cairn undo ${run}`,
        });
      const done = await stands.places.undo(stands.at, from, to, stands.site.base.commit);
      if (done.is === "moved") {
        const [after] = (await able("undo")).filter((card) => card.run !== run);
        return undoRefused(run, branch ?? "HEAD", { ...done, after: after?.run ?? null });
      }
      if (done.is !== "undone") return undoRefused(run, branch ?? "HEAD", done);
      const sent = await recorded(run, { type: "UndoDelivery", data: {} }, by, "undo");
      return isRefusal(sent) ? sent : { run, is: "done", from: to, to: from, branch };
    },
    async drop(run, by) {
      const stands = may("DropPlaces", by) ?? (await stand(run));
      if (isRefusal(stands)) return stands;
      const { folded, site, at, places } = stands;
      const no = await busy(engine, run, folded);
      if (no !== null) return no;
      const aside = site.dropped ? [] : await places.drop(at, site.branch);
      const sent = await recorded(run, { type: "DropPlaces", data: {} }, by, "drop");
      return isRefusal(sent) ? sent : { ...sent, aside };
    },
    async unlanded(run) {
      const stands = await kept(run);
      if (isRefusal(stands) || stands.site.landed === 0) return null;
      const { folded, site, at, places } = stands;
      const { branch, candidates, declined, head } = site;
      const found = await places.shown(at, branch, head.commit);
      if (found.is !== "theirs" || declined.includes(found.work.commit)) return null;
      if (candidates[branchUnit]?.work.commit === found.work.commit) return null;
      return { by: found.by, count: found.count, branch, takes: takesCommits(folded) };
    },
    async undroppable(run) {
      const stands = await stand(run);
      return isRefusal(stands) ? stands : busy(engine, run, stands.folded);
    },
  };
};
