// HTTP route of all runs in one answer, including those that wait for a person.
import * as t from "../../kit/schema.ts";
import { isRefusal } from "../../core/refusal.ts";
import { newestFirst } from "../../core/newest.ts";
import type { RunLine } from "../answers.ts";
import { get, none } from "../route.ts";
import { runLine } from "../shapes/picture.ts";

export const runsRoute = get("/api/runs", {
  means:
    "All runs of the ledger, the newest first: how each stands, who works, what waits for a person.",
  query: none,
  answer: t.list(runLine),
  async run({ system, pictures, runners }): Promise<readonly RunLine[]> {
    const lines: RunLine[] = [];
    const elsewhere = new Set(system.runners().map(({ run }) => run));
    for (const card of newestFirst(await system.runs())) {
      const line = await pictures.line(card);
      // The page of an unreadable run reports the reason.
      if (isRefusal(line)) continue;
      const driven = runners.of(card.run) !== null || elsewhere.has(card.run);
      const { alone, ...rest } = line;
      // Between two jobs a driven run still counts as running.
      const state = driven ? (line.state === "ready" ? "running" : line.state) : alone;
      lines.push({ ...rest, state, driven, idle: line.idle && !driven });
    }
    return lines;
  },
});
