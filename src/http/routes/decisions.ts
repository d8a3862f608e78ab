// Why: a run that waits for a person is answered where it asks, with all that there is to know before deciding.
import type { Refusal } from "../../core/refusal.ts";
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
  run: ofRun(({ system, params }, { run }): Promise<DecisionBrief | Refusal> => system.decision(run, params["key"] ?? "")),
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
