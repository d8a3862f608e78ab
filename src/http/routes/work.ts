// HTTP routes of a run's work: its diff in the repository, whole or job by job, and the counts.
import * as t from "../../kit/schema.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { WorkAnswer, WorkCountsAnswer } from "../answers.ts";
import { ofRun } from "../meant.ts";
import { get, none } from "../route.ts";
import { workChanges, workCounts } from "../shapes/files.ts";
import { MAX_TEXT_BYTES } from "../show/text-answer.ts";

export const workRoute = get("/api/runs/:run/work", {
  means:
    "What the run's work changed in the repository, or that of one job or unit (`of`), with the changed lines; at most 2 MiB of them, of whole files. `work` null: there is none, and why.",
  query: t.open({ of: t.optional(t.most(200, t.text)) }),
  answer: t.open({ work: t.maybe(workChanges), why: t.maybe(t.text) }),
  run: ofRun(async ({ system, query }, card): Promise<WorkAnswer | Refusal> => {
    const delivery = await system.delivery();
    const difference = await delivery.diff(card.run, query.of ?? null);
    if (isRefusal(difference)) return { work: null, why: difference.text };
    const patch = await delivery.patchPart(card.run, difference, MAX_TEXT_BYTES);
    if (isRefusal(patch)) return { work: null, why: patch.text };
    const { run, branch, unit, job, is, from, to, checkFiles } = difference;
    const files = difference.files.map(({ path, how, added, removed }) => ({
      path,
      how,
      added,
      removed,
    }));
    const { text, cut } = patch;
    return {
      work: {
        run,
        branch,
        unit,
        job,
        is,
        from,
        to,
        files,
        checkFiles: [...checkFiles],
        patch: text,
        cut,
      },
      why: null,
    };
  }),
});

export const workCountsRoute = get("/api/runs/:run/work/counts", {
  means:
    "How many files and lines each unit's landed or waiting work changed, and all that landed. None of what isn't on this machine.",
  query: none,
  answer: workCounts,
  run: ofRun(async ({ system }, { run }): Promise<WorkCountsAnswer | Refusal> => {
    const counts = await (await system.delivery()).counts(run);
    if (!isRefusal(counts)) return { run, ...counts };
    return counts.code === "PLACE_NONE" ? { run, units: {}, all: null } : counts;
  }),
});
