// Delivery of a run's work to its user: changes, merge into their branch, and undo.
import { bentIn } from "../../core/checks/check-files.ts";
import { shortId } from "../../core/words/short-id.ts";
import type { Sender } from "../../core/protocol.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Card, Path, Recorded } from "../../core/row.ts";
import { undelivered } from "../../landing/commands.ts";
import type { ChangedLines, Reach } from "../../workspace/workspace.ts";
import { lackingHere, mustHave } from "../carry/bring.ts";
import { isAway, remoteOf } from "../carry/remote.ts";
import { type Able, busy, deliverable } from "./deliverable.ts";
import { halfThere, otherMerge, undoRefused } from "./refused.ts";
import { type Closed, closeWork, type Opened, openWork, untakenIn } from "./open-work.ts";
import { deliveryGround, type Merge, type Step, uncommittedIn } from "./merge.ts";
import { type MergeDoubt, mergeDoubt } from "./merge-doubt.ts";
import type { Part } from "../landing/work-log.ts";
import { partOf, type Stand } from "./part.ts";
import { forReview, type ForReview, type Reviewed } from "./review.ts";
import { spanOf } from "./span-of.ts";
import type { Folded } from "../fold.ts";
import { proofsOf } from "../views/proven.ts";
import { isNews } from "../landing/branch.ts";
import { takesCommits } from "../landing/where.ts";
import type { Sent } from "../results.ts";
import { countsOf, type WorkCounts } from "./work-counts.ts";
import type { DoorParts } from "../runner-parts.ts";

/** `checkFiles`: those that affect checks. */
export type Difference = Part & {
  readonly files: readonly ChangedLines[];
  readonly checkFiles: readonly Path[];
  /** Uncommitted changes of the user that a merge would commit too, since the run began on them. */
  readonly uncommitted: readonly Path[];
  /** What the repository asks of commits and these lack, a phrase each. */
  readonly unmet: readonly string[];
};
/** `into`: the branch checked out in the run's working tree; null: none. `doubt` null: a merge takes all of a successful, fully proved run. */
export type Prospect = { readonly into: string | null; readonly doubt: MergeDoubt | null };
export type Unlanded = {
  readonly by: string;
  readonly count: number;
  readonly branch: string;
  readonly takes: boolean;
};

export type Delivery = {
  /** `name`: a job or a unit; null: all that landed. JOB_UNKNOWN lists the candidates. */
  diff(run: string, name: string | null): Promise<Difference | Refusal>;
  /** Change counts; commits missing on this machine aren't counted. */
  counts(run: string): Promise<WorkCounts | Refusal>;
  patch(run: string, between: Pick<Part, "from" | "to">): Promise<string | Refusal>;
  /** Whole files of at most that many bytes. `cut`: some are missing. */
  patchPart(
    run: string,
    between: Pick<Part, "from" | "to">,
    bytes: number,
  ): Promise<{ readonly text: string; readonly cut: boolean } | Refusal>;
  /** Checks it out into a folder for viewing. Fault SETUP_FAILED. */
  open(run: string, name: string | null): Promise<Opened | Refusal>;
  /** Removes that folder; discards changes in it only with `anyway`. */
  close(run: string, name: string | null, anyway: boolean): Promise<Closed | Refusal>;
  /** The target of a merge, and in what the run is proved less than a successful one. */
  prospect(run: string): Promise<Prospect | Refusal>;
  /** Merges into the branch checked out in the run's working tree: all or nothing. */
  readonly merge: Merge;
  /** Runs of this working tree that can be merged now, have landed, can be taken back in order, or were merged; newest first. */
  able(which: Able): Promise<readonly Card[]>;
  /** Reverts the run's last unreverted merge. `merge`: the commit that it must be, as shown; absent: any. */
  undo(run: string, by: Sender, merge?: string): Promise<Step | Refusal>;
  /** Removes the run's branch and places; its record stays. `aside`: references that keep other people's commits on the branch. `remote`: where its branch may remain; null: never pushed. */
  drop(
    run: string,
    by: Sender,
  ): Promise<
    (Sent & { readonly aside: readonly string[]; readonly remote: string | null }) | Refusal
  >;
  /** A person's commits on the run branch that the run hasn't noticed yet; null: none. `takes`: `run` would land them. */
  unlanded(run: string): Promise<Unlanded | null>;
  /** The commit to push for a review. */
  forReview(run: string, of: Reviewed): Promise<ForReview | Refusal>;
  /** How what is checked out stands to the run's landings; null: nothing landed, or not all of it is on this machine. */
  reach(run: string): Promise<Reach | null>;
  /** Why a drop is impossible; null: it is possible. */
  undroppable(run: string): Promise<Refusal | null>;
};

export type DeliveryParts = DoorParts & {
  /** The caller's working tree. */
  readonly root: string;
  readonly log: (run: string, folded: Folded) => Promise<readonly Recorded[]>;
};

type At = DeliveryParts & ReturnType<typeof deliveryGround>;

/** The run is already dropped at that point. Fault REMOTE_FAILED. */
const withdrawn = async ({ engine }: At, { at, places }: Stand): Promise<void> => {
  const remote = remoteOf(engine);
  try {
    if (remote !== null) await places.withdraw(at, remote, null);
  } catch (error) {
    if (!isAway(error)) throw error;
    throw new Fault(
      error.code,
      `it is dropped here, and what was pushed of it is still there: ${error.message}`,
      `\`cairn drop ${at.run}\` once more removes that`,
      error,
    );
  }
};

const named = async ({ engine, kept, log }: At, run: string, name: string | null) => {
  const stands = await kept(run);
  if (isRefusal(stands)) return stands;
  const part = await partOf(run, name, stands, () => log(run, stands.folded));
  if (isRefusal(part)) return part;
  if (engine.shared) await mustHave(engine, stands.at, [part.from, part.to]);
  return { stands, part };
};

const undo = async (
  { engine, root, folds, may, stand, recorded }: At,
  run: string,
  by: Sender,
  merge?: string,
): Promise<Step | Refusal> => {
  const stands = may("UndoDelivery", by) ?? (await stand(run));
  if (isRefusal(stands)) return stands;
  const { delivery } = stands.site;
  if (delivery === null) return undelivered;
  const { from, to, branch } = delivery;
  if (merge !== undefined && merge !== to) return otherMerge(run, merge, to);
  const now = await stands.places.branch(stands.at);
  if (now !== branch)
    return refuse(
      "BRANCH_OTHER",
      `the run was merged into ${branch ?? shortId(from)}, and ${now ?? "no branch"} is checked out`,
      {
        fits: `\`git switch ${branch ?? `--detach ${shortId(to)}`}\`, then: \`cairn undo ${run}\``,
      },
    );
  const { at, places, site } = stands;
  const done = await places.undo(at, { from, to, branch: site.branch, base: site.base.commit });
  if (done.is === "moved") {
    const [after] = (await deliverable(engine, folds, root, "undo")).filter(
      (card) => card.run !== run,
    );
    return undoRefused(run, branch ?? "HEAD", { ...done, after: after?.run ?? null });
  }
  if (done.is === "touches" && (await places.killed(at.root))?.isHalf === true)
    return halfThere(`cairn undo ${run}`, done.files);
  if (done.is !== "undone" && done.is !== "gone") return undoRefused(run, branch ?? "HEAD", done);
  const sent = await recorded(run, { type: "UndoDelivery", data: { merge: to } }, by);
  if (isRefusal(sent)) return sent;
  return done.is === "gone"
    ? { run, is: "recorded", from: to, to: done.head, branch }
    : { run, is: "done", from: to, to: from, branch };
};

const drop = async (parts: At, run: string, by: Sender): ReturnType<Delivery["drop"]> => {
  const { engine, may, stand, recorded } = parts;
  const stands = may("DropPlaces", by) ?? (await stand(run));
  if (isRefusal(stands)) return stands;
  const { folded, site, at, places } = stands;
  const no = (await busy(engine, run, folded)) ?? (await untakenIn(engine, stands));
  if (no !== null) return no;
  const aside = site.dropped && !engine.shared ? [] : await places.drop(at, site.branch);
  const sent = await recorded(run, { type: "DropPlaces", data: {} }, by);
  await withdrawn(parts, stands);
  return isRefusal(sent)
    ? sent
    : { ...sent, aside, remote: site.landed > 0 ? remoteOf(engine) : null };
};

const unlanded = async ({ engine, stand }: At, run: string): Promise<Unlanded | null> => {
  const stands = await stand(run);
  if (isRefusal(stands) || stands.site.landed === 0 || stands.site.dropped) return null;
  // A commit that isn't here can't be checked for other people's work.
  if ((await lackingHere(engine, run, stands.folded)) !== null) return null;
  const { folded, site, at, places } = stands;
  const { branch, head } = site;
  const found = await places.shown(at, branch, head.commit);
  if (found.is !== "theirs" || !isNews(site, found)) return null;
  return { by: found.by, count: found.count, branch, takes: takesCommits(folded) };
};

const reach = async ({ engine, folds, stand }: At, run: string): Promise<Reach | null> => {
  const stands = await stand(run);
  if (isRefusal(stands) || stands.site.landed === 0 || stands.site.dropped) return null;
  if ((await lackingHere(engine, run, stands.folded)) !== null) return null;
  const { at, places, site } = stands;
  return (await places.head(at)) === null
    ? null
    : places.reach(at, await spanOf({ engine, folds }, site));
};

const diff = async (at: At, run: string, name: string | null): Promise<Difference | Refusal> => {
  const found = await named(at, run, name);
  if (isRefusal(found)) return found;
  const { stands, part } = found;
  const files = await stands.places.changes(stands.at, part.from, part.to);
  const { bentBy } = await import("../../landing/bent.ts");
  const known = new Set(bentBy(await at.log(run, stands.folded)));
  return {
    ...part,
    files,
    checkFiles: bentIn(files, ({ path }) => known.has(path)),
    uncommitted: part.is === "landed" ? await uncommittedIn(stands) : [],
    unmet:
      part.is !== "landed" || stands.places.keeps(stands.at.root)
        ? []
        : (await stands.places.customs(stands.at, stands.site.base.commit)).unmet,
  };
};

export const deliveryOf = (parts: DeliveryParts): Delivery => {
  const { engine, root, folds, log } = parts;
  const at: At = { ...parts, ...deliveryGround(parts) };
  const { stand, kept, merge } = at;

  return {
    able: (which) => deliverable(engine, folds, root, which),
    async open(run, name) {
      const found = await named(at, run, name);
      return isRefusal(found) ? found : openWork(engine, found.stands, found.part, name);
    },
    async close(run, name, anyway) {
      const found = await named(at, run, name);
      return isRefusal(found) ? found : closeWork(found.stands, name, anyway);
    },
    diff: (...asked) => diff(at, ...asked),
    async counts(run) {
      const stands = await stand(run);
      if (isRefusal(stands)) return stands;
      const { folded, site } = stands;
      if (site.dropped || (await lackingHere(engine, run, folded)) !== null)
        return { units: {}, all: null };
      return countsOf(stands, await log(run, folded));
    },
    async patch(run, { from, to }) {
      const stands = await kept(run);
      return isRefusal(stands) ? stands : stands.places.patch(stands.at, from, to);
    },
    async patchPart(run, { from, to }, bytes) {
      const stands = await kept(run);
      return isRefusal(stands) ? stands : stands.places.patchPart(stands.at, from, to, bytes);
    },
    async prospect(run) {
      const stands = await stand(run);
      if (isRefusal(stands)) return stands;
      const { folded } = stands;
      const doubt = await mergeDoubt(
        stands,
        async () => proofsOf(engine, folded, await log(run, folded)).unproved,
      );
      return { into: await stands.places.branch(stands.at), doubt };
    },
    merge,
    undo: (...asked) => undo(at, ...asked),
    drop: (...asked) => drop(at, ...asked),
    unlanded: (run) => unlanded(at, run),
    forReview: (...asked) => forReview(at, ...asked),
    reach: (run) => reach(at, run),
    async undroppable(run) {
      const [folded, stands] = [await folds.newest(run), await stand(run)];
      const live = folded === null ? null : await busy(engine, run, folded);
      return live ?? (isRefusal(stands) ? stands : untakenIn(engine, stands));
    },
  };
};
