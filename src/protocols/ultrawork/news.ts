// Which events people want to hear of while a run goes on, and in which words.
import { newsBy } from "../../core/news.ts";
import { because } from "../../core/quote.ts";
import type { Recorded } from "../../core/row.ts";
import { eventLine } from "./event-line.ts";
import type { UltraworkEvent } from "./messages.ts";
import type { State } from "./state.ts";

/** A proved task by its subject, too: its number alone says nothing to people. */
const line = (event: Recorded<UltraworkEvent>, { tasks }: Pick<State, "tasks">): string =>
  `${eventLine(event)}${event.type === "TaskResolved" ? because(tasks[event.data.task]?.subject ?? null) : ""}`;

export const news = newsBy<UltraworkEvent, Pick<State, "tasks">>(
  {
    ExplorerFailed: "failed",
    PlanProposed: "ends",
    PlannerFailed: "failed",
    QuestionAsked: "waits",
    TaskResolved: "proved",
    TaskReturned: "again",
    TaskFailed: "failed",
    TaskReopened: "again",
    VerdictRecorded: "ends",
    VerifierFailed: "failed",
    ReworkOpened: "again",
    RunCompleted: "done",
    RunFailed: "failed",
    RunCancelled: "failed",
  },
  line,
);
