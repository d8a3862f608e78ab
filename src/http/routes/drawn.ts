// Endpoints of what a run's work came to: its attempts and its proofs.
import * as t from "../../kit/schema.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Evidence, Timeline } from "../answers.ts";
import { at, ofRun, momentOf } from "../meant.ts";
import { get, none } from "../route.ts";
import { evidence, timeline } from "../shapes/log.ts";

export const timelineRoute = get("/api/runs/:run/timeline", {
  means:
    "Who did which job, when, how long and how often, how it ended and what it took: each lease that events tell of.",
  query: none,
  answer: timeline,
  run: ofRun(async (asked, card): Promise<Timeline | Refusal> => {
    const attempts = await asked.pictures.timeline(card);
    if (isRefusal(attempts)) return attempts;
    const used = new Map(
      (await asked.system.used(card.run)).map(({ fence, usage }) => [fence, usage]),
    );
    return {
      run: card.run,
      version: card.version,
      attempts: attempts.map((one) => {
        const usage = used.get(one.fence);
        return usage === undefined
          ? one
          : { ...one, used: { input: usage.input, output: usage.output, cost: usage.cost } };
      }),
    };
  }),
});

export const evidenceRoute = get("/api/runs/:run/evidence", {
  means: "Each criterion with its proof, fresh or stale, and with what was only claimed.",
  query: t.open({ at }),
  answer: evidence,
  run: ofRun(async (asked, card): Promise<Evidence | Refusal> => {
    const then = asked.query.at === undefined ? undefined : momentOf(asked.query.at);
    const criteria = await asked.pictures.evidence(card, then);
    return isRefusal(criteria)
      ? criteria
      : {
          run: card.run,
          version: typeof then === "number" ? Math.min(then, card.version) : card.version,
          criteria,
        };
  }),
});
