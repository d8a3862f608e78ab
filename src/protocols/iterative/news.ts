// Which events people want to hear of while a run goes on, and in which words.
import { newsBy } from "../../core/news.ts";
import { because } from "../../core/quote.ts";
import type { Recorded } from "../../core/row.ts";
import { eventLine } from "./event-line.ts";
import type { IterativeEvent } from "./messages.ts";
import type { State } from "./state.ts";
import { unitOf } from "./units.ts";

/** A proved unit by its title, too: its id alone says nothing to people. */
const line = (event: Recorded<IterativeEvent>, state: Pick<State, "units">): string =>
  `${eventLine(event)}${event.type === "UnitSettled" ? because(unitOf(state, event.data.unit)?.title ?? null) : ""}`;

export const news = newsBy<IterativeEvent, Pick<State, "units">>(
  {
    QuestionsAsked: "waits",
    PlanProposed: "ends",
    WorkFound: "again",
    WorkConfirmed: "ends",
    VerdictGiven: "ends",
    UnitSettled: "proved",
    UnitStuck: "waits",
    UnitReopened: "again",
    ReviewGiven: "ends",
    IssuesRaised: "again",
    AttemptFailed: "failed",
    RunCancelled: "failed",
    RunArchived: "done",
  },
  line,
);
