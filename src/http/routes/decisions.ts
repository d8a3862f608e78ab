// Why: a run that waits for a person is answered where it asks, with all that there is to know before deciding.
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import { act } from "../acting.ts";
import type { DecisionBrief, Done } from "../answers.ts";
import { ofRun } from "../meant.ts";
import { get, none, post } from "../route.ts";
import { decisionBody, decisionBrief } from "../shapes/acts.ts";
import { done } from "../shapes/log.ts";

export const decisionRoute = get("/api/runs/:run/decisions/:key", {
  means: "What there is to know before deciding, and the answers that there are.",
  query: none,
  answer: decisionBrief,
  run: ofRun(async (asked, card): Promise<DecisionBrief | Refusal> => {
    const { system, params } = asked;
    const { run } = card;
    const standings = await system.standings(run);
    if (isRefusal(standings)) return standings;
    const key = params["key"] ?? "";
    const job = standings.find((one) => one.is === "decision" && one.job.key === key)?.job;
    if (job === undefined)
      return refuse("JOB_UNKNOWN", `no decision ${key.slice(0, 64)} waits now`, { fits: "it was answered, or isn't asked any more" });
    const brief = await system.brief(run, job, null);
    if (isRefusal(brief)) return brief;
    return { run, key, question: job.decision?.question ?? job.subject, brief, options: job.decision?.options ?? [] };
  }),
});

export const decideRoute = post("/api/runs/:run/decisions/:key", {
  means: "Answers a decision, as the person who sits at the page.",
  body: decisionBody,
  answer: done,
  run: (asked): Promise<Done | Refusal> => {
    const { system, params, by, body } = asked;
    const { option, note, data } = body;
    return act(asked, ({ run }, id) => system.decide(run, params["key"] ?? "", option, note, data ?? null, by, id));
  },
});
