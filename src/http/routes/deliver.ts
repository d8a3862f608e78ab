// Endpoints that merge a run's work into its user's checkout, and revert that.
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Step } from "../../runtime/system.ts";
import type { Delivered, DeliveryAhead, Dropped } from "../answers.ts";
import { ofRun } from "../meant.ts";
import { get, type Ground, none, post } from "../route.ts";
import {
  delivered,
  deliveryAhead,
  dropped,
  mergeBody,
  sureBody,
  undoBody,
} from "../shapes/deliver.ts";

/** Followers of the ledger are informed before the sender. */
const seen = async ({ system, live }: Pick<Ground, "system" | "live">): Promise<void> => {
  await system.settle();
  await live.look();
};
const stepOf = ({ run, is, from, to, branch, uncommitted = [] }: Step): Delivered => ({
  run,
  is,
  from,
  to,
  branch,
  uncommitted: [...uncommitted],
});
const unsure = (text: string): Refusal =>
  refuse("CONFIRMATION_MISSING", text, { fits: "the same with `sure`, if that is meant" });

export const deliveryRoute = get("/api/runs/:run/delivery", {
  means: "What a merge of the run's work would go into, and what speaks against it.",
  query: none,
  answer: deliveryAhead,
  run: ofRun(async ({ system }, { run }): Promise<DeliveryAhead | Refusal> => {
    const prospect = await (await system.delivery()).prospect(run);
    return isRefusal(prospect) ? prospect : { run, ...prospect };
  }),
});

export const mergeRoute = post("/api/runs/:run/merge", {
  means:
    "Merges what the run has landed into what is checked out, as `cairn merge` does: all of it, or nothing.",
  body: mergeBody,
  answer: delivered,
  run: ofRun(async (asked, { run }): Promise<Delivered | Refusal> => {
    const delivery = await asked.system.delivery();
    const prospect = await delivery.prospect(run);
    if (isRefusal(prospect)) return prospect;
    if (prospect.doubt !== null && !asked.body.sure) return unsure(prospect.doubt.text);
    const step = await delivery.merge(run, asked.by, asked.body.into);
    if (isRefusal(step)) return step;
    await seen(asked);
    return stepOf(step);
  }),
});

export const undoRoute = post("/api/runs/:run/undo", {
  means:
    "Takes back the run's last merge, as `cairn undo` does: as long as nothing follows it and it wasn't pushed.",
  body: undoBody,
  answer: delivered,
  run: ofRun(async (asked, { run }): Promise<Delivered | Refusal> => {
    const step = await (await asked.system.delivery()).undo(run, asked.by, asked.body.merge);
    if (isRefusal(step)) return step;
    await seen(asked);
    return stepOf(step);
  }),
});

export const dropRoute = post("/api/runs/:run/drop", {
  means: "Removes the branch and places of a run that is over; its record stays. Wants `sure`.",
  body: sureBody,
  answer: dropped,
  run: ofRun(async (asked, { run }): Promise<Dropped | Refusal> => {
    const delivery = await asked.system.delivery();
    const kept = await delivery.undroppable(run);
    if (kept !== null) return kept;
    if (!asked.body.sure)
      return unsure("this removes the run's branch and places; its record stays");
    const gone = await delivery.drop(run, asked.by);
    if (isRefusal(gone)) return gone;
    await seen(asked);
    return { run, version: gone.version, aside: [...gone.aside] };
  }),
});
