// HTTP route of live changes: one server-sent event stream that browsers resume by themselves.
import * as t from "../../kit/schema.ts";
import { eventStream } from "../live/event-stream.ts";
import { get } from "../route.ts";
import { numberOf, whole } from "../meant.ts";

export const liveRoute = get("/api/live", {
  means:
    "Server-sent events: `rows` (lines of the ledger; their id is a seq that Last-Event-ID goes on from), `hint` (leases, output or files of a run changed) and `trouble` (what keeps the ledger from being read; null: nothing any more).",
  query: t.open({ run: t.optional(t.most(200, t.text)), after: whole(Number.MAX_SAFE_INTEGER) }),
  answer: null,
  run: async ({ live, query, request }) => {
    const last = request.headers.get("last-event-id");
    const named = last !== null && /^\d{1,15}$/u.test(last) ? last : query.after;
    return eventStream(live, {
      after: named === undefined ? null : numberOf(named, 0),
      run: query.run ?? null,
      signal: request.signal,
    });
  },
});
