// Endpoints of a run's charts: its course over time, its attempts, and its proofs.
import * as t from "../../kit/schema.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Evidence, Timeline } from "../answers.ts";
import { at, ofRun, momentOf } from "../meant.ts";
import { get, none } from "../route.ts";
import { course, evidence, timeline } from "../shapes/log.ts";
import { courseOf } from "../show/course.ts";

export const courseRoute = get("/api/runs/:run/course", {
  means:
    "When a run's events happened, with its quiet stretches and telling events: a few hundred points, however long it is.",
  query: none,
  answer: course,
  run: ofRun(async ({ system, lines, answers }, card): Promise<Response | Refusal> =>
    answers(`${card.run} course`, card.head, async () => {
      const protocol = await system.protocol(card.protocol);
      const index = await lines(card, isRefusal(protocol) ? null : protocol);
      // Of a very long run only the newest lines are cached.
      const first = index.from > 1 ? (await system.rows(card.run, 0, 1))[0] : undefined;
      return courseOf(card.run, index, first === undefined ? null : { at: Date.parse(first.at) });
    }),
  ),
});

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
