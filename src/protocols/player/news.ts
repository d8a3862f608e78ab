// Which events people want to hear of while a run goes on, and in which words.
import { type News, newsBy } from "../../core/news.ts";
import { because } from "../../core/quote.ts";
import type { Recorded } from "../../core/row.ts";
import { eventLine } from "./event-line.ts";
import type { PlayerEvent, PlayerEvents } from "./messages.ts";
import { workNode } from "./nodes.ts";
import type { State } from "./state.ts";
import { named } from "./template/named.ts";

const byTable = newsBy<PlayerEvent, State>(
  {
    NodeFailed: "failed",
    NodeRetried: "again",
    NodeDoubted: "waits",
    CheckpointSaved: "waits",
    RunCompleted: "done",
    RunFailed: "failed",
    RunAborted: "failed",
  },
  eventLine,
);

/** A program's exit code and another run's end are read by the engine; a report alone proves nothing. */
const isProof = ({ result }: PlayerEvents["NodeFinished"]["data"]): boolean =>
  result.how === "exit" || result.how === "run";

/** By what its template calls it, where that says more than its id. */
const proved = (state: State, id: string): string => {
  const name = named(workNode(state, id)?.name ?? id, state.context);
  return name === id ? id : `${id}${because(name)}`;
};

export const news = (event: Recorded<PlayerEvent>, state: State): News | null => {
  if (event.type !== "NodeFinished") return byTable(event, state);
  return isProof(event.data) ? { word: "proved", text: proved(state, event.data.node) } : null;
};
