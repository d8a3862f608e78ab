// HTTP routes of a run's work: its changes in the repository, and its way into the user's checkout and back.
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import * as t from "../../kit/schema.ts";
import type { Step } from "../../runtime/system.ts";
import { ofRun } from "../addresses.ts";
import { get, type Ground, none, post } from "../route.ts";
import {
  delivered,
  deliveryAhead,
  dropped,
  mergeBody,
  sureBody,
  undoBody,
} from "../shapes/deliver.ts";
import { workChanges, workCounts } from "../shapes/files.ts";
import { MAX_TEXT_BYTES } from "../show/text-answer.ts";

const workRoute = get("/api/runs/:run/work", {
  means:
    "What the run's work changed in the repository, or that of one job or unit (`of`), with the changed lines; at most 2 MiB of them, of whole files. `work` null: there is none, and why.",
  query: t.open({ of: t.optional(t.most(200, t.text)) }),
  answer: t.open({ work: t.maybe(workChanges), why: t.maybe(t.text) }),
  run: ofRun(async ({ system, query }, card) => {
    const delivery = await system.delivery();
    const difference = await delivery.diff(card.run, query.of ?? null);
    if (isRefusal(difference)) return { work: null, why: difference.text };
    const patch = await delivery.patchPart(card.run, difference, MAX_TEXT_BYTES);
    if (isRefusal(patch)) return { work: null, why: patch.text };
    const { text, cut } = patch;
    return { work: { ...difference, patch: text, cut }, why: null };
  }),
});

const workCountsRoute = get("/api/runs/:run/work/counts", {
  means:
    "How many files and lines each unit's landed or waiting work changed, and all that landed. None of what isn't on this machine.",
  query: none,
  answer: workCounts,
  run: ofRun(async ({ system }, { run }) => {
    const counts = await (await system.delivery()).counts(run);
    if (!isRefusal(counts)) return { run, ...counts };
    return counts.code === "PLACE_NONE" ? { run, units: {}, all: null } : counts;
  }),
});

/** Followers of the ledger are informed before the sender. */
const seen = async ({ system, live }: Pick<Ground, "system" | "live">): Promise<void> => {
  await system.settle();
  await live.look();
};
const stepOf = ({ run, is, from, to, branch, uncommitted = [] }: Step) => {
  return { run, is, from, to, branch, uncommitted };
};
const unsure = (text: string): Refusal =>
  refuse("CONFIRMATION_MISSING", text, { fits: "the same with `sure`, if that is meant" });

const deliveryRoute = get("/api/runs/:run/delivery", {
  means: "What a merge of the run's work would go into, and what speaks against it.",
  query: none,
  answer: deliveryAhead,
  run: ofRun(async ({ system }, { run }) => {
    const prospect = await (await system.delivery()).prospect(run);
    return isRefusal(prospect) ? prospect : { run, ...prospect };
  }),
});

const mergeRoute = post("/api/runs/:run/merge", {
  means:
    "Merges what the run has landed into what is checked out, as `cairn merge` does: all of it, or nothing.",
  body: mergeBody,
  answer: delivered,
  run: ofRun(async (asked, { run }) => {
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

const undoRoute = post("/api/runs/:run/undo", {
  means:
    "Takes back the run's last merge, as `cairn undo` does: as long as nothing follows it and it wasn't pushed.",
  body: undoBody,
  answer: delivered,
  run: ofRun(async (asked, { run }) => {
    const step = await (await asked.system.delivery()).undo(run, asked.by, asked.body.merge);
    if (isRefusal(step)) return step;
    await seen(asked);
    return stepOf(step);
  }),
});

const dropRoute = post("/api/runs/:run/drop", {
  means: "Removes the branch and places of a run that is over; its record stays. Wants `sure`.",
  body: sureBody,
  answer: dropped,
  run: ofRun(async (asked, { run }) => {
    const delivery = await asked.system.delivery();
    const kept = await delivery.undroppable(run);
    if (kept !== null) return kept;
    if (!asked.body.sure)
      return unsure("this removes the run's branch and places; its record stays");
    const gone = await delivery.drop(run, asked.by);
    if (isRefusal(gone)) return gone;
    await seen(asked);
    return { run, version: gone.version, aside: gone.aside };
  }),
});

export const workRoutes = [
  workRoute,
  workCountsRoute,
  deliveryRoute,
  mergeRoute,
  undoRoute,
  dropRoute,
];
