// HTTP routes of decisions: the brief, the answer, and a repeated check of a waiting run.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { act } from "../acting.ts";
import type { CheckedByHand, DecisionBrief, Accepted } from "../answers.ts";
import { ofRun } from "../meant.ts";
import { get, none, post } from "../route.ts";
import { checkBody, checkedAgain, decisionBody, decisionBrief } from "../shapes/acts.ts";
import { accepted } from "../shapes/log.ts";

export const decisionRoute = get("/api/runs/:run/decisions/:key", {
  means: "What there is to know before deciding, and the answers that there are.",
  query: none,
  answer: decisionBrief,
  run: ofRun(({ system, params }, { run }): Promise<DecisionBrief | Refusal> =>
    system.decision(run, params["key"] ?? ""),
  ),
});

export const decideRoute = post("/api/runs/:run/decisions/:key", {
  means: "Answers a decision, as the person who sits at the page.",
  body: decisionBody,
  answer: accepted,
  run: (asked): Promise<Accepted | Refusal> => {
    const { system, params, by, body } = asked;
    const { option, note, data } = body;
    return act(asked, ({ run }, id) =>
      system.decide(run, params["key"] ?? "", option, note, data ?? null, by, id),
    );
  },
});

export const checkAgainRoute = post("/api/runs/:run/check-again", {
  means:
    "A person mended a stuck task by hand: its checks run on what is there now. Where all pass, a runner has them run for the record.",
  body: checkBody,
  answer: checkedAgain,
  run: ofRun(async (asked, { run }): Promise<CheckedByHand | Refusal> => {
    const { system, by, body, live, runners } = asked;
    const checked = await system.checkAgain(run, body.unit, by);
    if (isRefusal(checked)) return checked;
    await system.settle();
    await live.look();
    const { unit, ran, failed } = checked;
    return { run, unit, ran, failed, driven: failed.length === 0 && (await runners.drive(run)) };
  }),
});
