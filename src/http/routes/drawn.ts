// Why: who worked when, and what is proved, is drawn from the events alone; both change by events only.
import { z } from "zod";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Evidence, Timeline } from "../answers.ts";
import { at, ofRun, momentOf } from "../meant.ts";
import { get, none } from "../route.ts";
import { evidence, timeline } from "../shapes/log.ts";

export const timelineRoute = get("/api/runs/:run/timeline", {
  means: "Who did which job, when, how long and how often: each lease that events tell of.",
  query: none,
  answer: timeline,
  run: ofRun(async (asked, card): Promise<Timeline | Refusal> => {
    const attempts = await asked.pictures.timeline(card);
    return isRefusal(attempts) ? attempts : { run: card.run, version: card.version, attempts };
  }),
});

export const evidenceRoute = get("/api/runs/:run/evidence", {
  means: "Each criterion with its proof, fresh or stale, and with what was only claimed.",
  query: z.object({ at }),
  answer: evidence,
  run: ofRun(async (asked, card): Promise<Evidence | Refusal> => {
    const then = asked.query.at === undefined ? undefined : momentOf(asked.query.at);
    const criteria = await asked.pictures.evidence(card, then);
    return isRefusal(criteria)
      ? criteria
      : { run: card.run, version: typeof then === "number" ? Math.min(then, card.version) : card.version, criteria };
  }),
});
