// Merge of a run's work into its user's checkout, and common parts of all delivery.
import { onFault } from "../on-fault.ts";
import { senderWrong } from "../../core/rules/frame.ts";
import type { Command, Sender } from "../../core/protocol.ts";
import { Fault, isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { siteOf } from "../../landing/site.ts";
import type { Delivered, LandedSpan, Onto, PlaceSite, PutHow } from "../../workspace/workspace.ts";
import { deliver, dropPlaces, placeNone, undoDelivery } from "../../landing/commands.ts";
import {
  apartConflict,
  apartRed,
  branchRefused,
  gone,
  halfThere,
  mergeRefused,
  noneLanded,
  writeRefused,
} from "./refused.ts";
import { mustBring, mustHave } from "../carry/bring.ts";
import type { Engine } from "../engine.ts";
import { unknownRun } from "../find.ts";
import { checkoutSite, ownDocuments, placeSite } from "../landing/where.ts";
import type { Stand } from "./part.ts";
import { spanOf } from "./span-of.ts";
import type { Sent } from "../results.ts";
import type { DoorParts } from "../runner-parts.ts";

/** `is`: "recorded" if git was there before the ledger recorded it (an undo: the merge was gone already); "already" if that is recorded, too. */
export type Step = {
  readonly run: string;
  readonly is: "done" | "recorded" | "already";
  readonly from: string;
  readonly to: string;
  readonly branch: string | null;
  /** For a merge: the user's uncommitted changes that it included. */
  readonly uncommitted?: readonly Path[];
  /** For a merge onto a commit that lacks what the run began on: what stayed behind of that, and how many checks ran there. */
  readonly apart?: Apart;
  /** No branch was checked out. */
  readonly detached?: true;
  /** The run's own documents that git tracks and the last commit lacks. */
  readonly documents?: readonly Path[];
};
export const messageOf = ({ folded, site }: Stand, run: string, squash: boolean): string => {
  const { title } = folded.protocol.view(folded.state);
  return `${squash ? title : `Merge ${site.branch}: ${title}`}\n\nCairn-Run: ${run}\n`;
};

export type Apart = { readonly along: readonly string[]; readonly checks: number };

/** What a merge commits; `message` null: the usual one. */
export type MergeHow = { readonly squash: boolean; readonly message: string | null };

/** `into`: the branch that must be checked out, as shown to the user; absent: any. */
export type Merge = (
  run: string,
  by: Sender,
  into?: string | null,
  how?: MergeHow,
) => Promise<Step | Refusal>;

/** The commit to deliver, and its checks if it isn't what was proved. */
export const made = async (
  run: string,
  { site, places }: Stand,
  here: PlaceSite,
  span: LandedSpan,
  how: PutHow,
): Promise<Exclude<Onto, { is: "conflict" }> | Refusal> => {
  const put = await places.onto(here, span, how);
  const keeps = places.keeps(here.root);
  if (put.is === "conflict")
    return put.along.length > 0 && !keeps
      ? apartConflict(site, put.files)
      : (keeps ? writeRefused : mergeRefused)(run, site.branch, put.files, "conflict");
  return put;
};

/** null: nothing to check anew. */
export const checkedThere = async (
  engine: Engine,
  run: string,
  { folded, site }: Stand,
  put: Onto,
): Promise<Apart | null | Refusal> => {
  if (put.is !== "put" || !put.apart) return null;
  const { along, to } = put;
  // The very tree that was proved.
  if (to.tree === site.head.tree) return { along, checks: 0 };
  const { triedOn } = await import("../landing/put.ts");
  const { ran, failed } = await triedOn(engine, run, folded, to);
  return failed.length > 0 ? apartRed(site, failed) : { along, checks: ran };
};

/** Uncommitted changes of the user in the run's base, unless HEAD contains them. */
export const uncommittedIn = async ({ site, at, places }: Stand): Promise<readonly Path[]> => {
  const { commit } = site.base;
  const head = await places.head(at);
  return head === null || (await places.fork(at, head, commit)) === commit
    ? []
    : places.usersChanges(at, commit);
};

const recordings = { Deliver: deliver, UndoDelivery: undoDelivery, DropPlaces: dropPlaces };
type Recording = Command & { readonly type: keyof typeof recordings };

/** Records what git has done, or reports it as not yet recorded. */
const recordedBy =
  (door: DoorParts["door"]) =>
  async (run: string, command: Recording, by: Sender): Promise<Sent | Refusal> => {
    const { verb = "" } = recordings[command.type];
    const again = `git has done it, and it isn't recorded yet: repeat \`cairn ${verb} ${run}\``;
    return onFault(
      () => door({ run, said: [{ command, by }], verb }),
      (fault) => {
        throw new Fault(fault.code, fault.message, `${fault.hint}\n  ${again}`, fault);
      },
    );
  };

type Recorder = {
  readonly kept: (run: string) => Promise<Stand | Refusal>;
  readonly may: (type: "Deliver", by: Sender) => Refusal | null;
  readonly recorded: (run: string, command: Recording, by: Sender) => Promise<Sent | Refusal>;
};

const mergeFrom =
  (parts: Pick<DoorParts, "engine" | "folds">, { kept, may, recorded }: Recorder): Merge =>
  async (run, by, into, asked) => {
    const { engine } = parts;
    const stands = may("Deliver", by) ?? (await kept(run));
    if (isRefusal(stands)) return stands;
    const { folded, site, at, places } = stands;
    if (site.landed === 0) return noneLanded(run);
    const head = site.head.commit;
    const uncommitted = await uncommittedIn(stands);
    // Records the checkout's changes first if nothing else does, without documents of other runs.
    const keeps = places.keeps(at.root);
    const here = keeps ? checkoutSite(engine, run, folded) : at;
    const { squash = false, message: own = null } = asked ?? {};
    const message = own ?? messageOf(stands, run, squash);
    const as = squash ? "squash" : own === null ? "plain" : "merge";
    const put = await made(run, stands, here, await spanOf(parts, site), { as, message });
    if (isRefusal(put)) return put;
    const apart = await checkedThere(engine, run, stands, put);
    if (isRefusal(apart)) return apart;
    const target = keeps ? undefined : into;
    const done: Delivered =
      put.is === "holds"
        ? { is: "nothing", unsaid: put.unsaid }
        : put.is === "put"
          ? await places.deliver(here, put.to.commit, message, target, put.from)
          : await places.deliver(here, head, message, target);
    if (done.is === "elsewhere") return branchRefused(run, into ?? null, done.branch);
    if (done.is === "touches" && (await places.killed(at.root))?.isHalf === true)
      return halfThere(`cairn merge ${run}`, done.files);
    if (done.is === "conflict" || done.is === "touches")
      return (keeps ? writeRefused : mergeRefused)(run, site.branch, done.files, done.is);
    const step = done.is === "merged" ? done : done.unsaid;
    const known = site.delivery;
    if (step === null || (done.is === "nothing" && known?.head === head && known.to === step.to)) {
      const branch = await places.branch(at);
      return { run, is: "already", from: known?.from ?? head, to: known?.to ?? head, branch };
    }
    const { from, to, branch } = step;
    const sent = await recorded(run, { type: "Deliver", data: { head, from, to, branch } }, by);
    return isRefusal(sent)
      ? sent
      : {
          run,
          is: done.is === "merged" ? "done" : "recorded",
          from,
          to,
          branch,
          uncommitted: apart === null ? uncommitted : [],
          ...(apart === null ? {} : { apart }),
          ...(branch === null && !keeps ? { detached: true } : {}),
          documents: keeps ? [] : await places.uncommitted(at, ownDocuments(engine, folded)),
        };
  };

/** Common to all verbs and to the runner's merge. */
export const deliveryGround = ({ engine, folds, door }: DoorParts) => {
  const stand = async (run: string): Promise<Stand | Refusal> => {
    const folded = await folds.newest(run);
    if (folded === null) return unknownRun(run);
    const site = siteOf(folded.state);
    if (site === null) return placeNone;
    return {
      folded,
      site,
      at: placeSite(engine, run, folded),
      places: await engine.workspace.places(),
    };
  };
  /** The commits that git still has. Faults: COMMIT_AWAY, REMOTE_FAILED. */
  const kept = async (run: string): Promise<Stand | Refusal> => {
    const stands = await stand(run);
    if (isRefusal(stands)) return stands;
    if (stands.site.dropped) return gone(run, stands.site);
    await mustBring(engine, run, stands.folded);
    await mustHave(engine, stands.at, [stands.site.base.commit]);
    return stands;
  };
  /** Checks permissions before anything is done. */
  const may = (type: keyof typeof recordings, by: Sender): Refusal | null =>
    senderWrong(type, recordings[type].who, by);
  const recorded = recordedBy(door);
  const ground = { stand, kept, may, recorded };
  return { ...ground, merge: mergeFrom({ engine, folds }, ground) };
};

export const mergeOf = (parts: DoorParts): Merge => deliveryGround(parts).merge;
