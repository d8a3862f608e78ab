// HTTP routes of the ledger's log: one page of events, or a single event.
import * as t from "../../kit/schema.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { LogEvent, LogPage } from "../answers.ts";
import { lineOf, recordedOf } from "../show/lines.ts";
import { ofRun, numberOf, whole } from "../meant.ts";
import { get, none } from "../route.ts";
import { logEvent, logPage } from "../shapes/log.ts";

/** Lines of a page. */
const mostLines = 1_000;

export const logRoute = get("/api/runs/:run/log", {
  means: "Events of a run after a version, oldest first, at most 1,000.",
  query: t.open({ after: whole(Number.MAX_SAFE_INTEGER), limit: whole(mostLines) }),
  answer: logPage,
  run: ofRun(async (asked, card): Promise<LogPage | Refusal> => {
    const { system, query } = asked;
    const protocol = await system.protocol(card.protocol);
    const rows = await system.rows(
      card.run,
      numberOf(query.after, 0),
      Math.max(1, numberOf(query.limit, mostLines, mostLines)),
    );
    const newest = Math.max(card.version, rows.at(-1)?.version ?? 0);
    return {
      run: card.run,
      newest,
      lines: rows.map((row) => lineOf(row, isRefusal(protocol) ? null : protocol)),
    };
  }),
});

export const eventRoute = get("/api/runs/:run/log/:version", {
  means: "One event with its data, its cause and its hash.",
  query: none,
  answer: logEvent,
  run: ofRun(async (asked, card): Promise<LogEvent | Refusal> => {
    const { system, params } = asked;
    const said = params["version"] ?? "";
    const version = /^[1-9]\d{0,14}$/u.test(said) ? Number(said) : 0;
    const row = version === 0 ? undefined : (await system.rows(card.run, version - 1, 1))[0];
    if (row?.version !== version)
      return refuse("VERSION_UNKNOWN", `run ${card.run} has no event ${said.slice(0, 40)}`, {
        fits: `one from 1 to ${card.version}`,
      });
    const protocol = await system.protocol(card.protocol);
    const line = lineOf(row, isRefusal(protocol) ? null : protocol);
    return { ...line, data: recordedOf(row).data, cause: row.cause, hash: row.hash };
  }),
});
