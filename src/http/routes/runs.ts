// HTTP routes of the server and its runs: what it serves, all runs, one run now or then, and live changes.
import { parentOf } from "../../core/origin.ts";
import { sender } from "../../core/words/event-line.ts";
import { newestFirst } from "../../core/newest.ts";
import { isRefusal, isUnreadable, type Refusal, refuse } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import * as t from "../../kit/schema.ts";
import { attend } from "../../runtime/picture/driven.ts";
import { unreadableLine } from "../../runtime/picture/line-of.ts";
import { type RunLine, runLine } from "../../runtime/picture/line.ts";
import type { RunAnswer } from "../answers.ts";
import { elsewhereOf } from "../going-on.ts";
import { eventStream } from "../live/event-stream.ts";
import { at, markOf, momentOf, numberOf, ofRun, whole } from "../addresses.ts";
import { get, type Ground, none } from "../route.ts";
import { runAnswer } from "../shapes/run.ts";
import { here } from "../shapes/starts.ts";

const hereRoute = get("/api/here", {
  means: "What this server looks at, and who its page speaks as.",
  query: none,
  answer: here,
  run: ({ system, by, version }) =>
    Promise.resolve({ root: system.root, version, as: sender(by), protocols: system.protocols }),
});

/** A run that can't be read hides no other; its page says what to do. */
const unread = (error: unknown): Refusal => {
  if (isUnreadable(error)) return refuse(error.code, error.message);
  throw error;
};

const runsRoute = get("/api/runs", {
  means:
    "All runs of the ledger, the newest first: how each stands, who works, what waits for a person.",
  query: none,
  answer: t.list(runLine),
  async run({ system, pictures, runners }): Promise<readonly RunLine[]> {
    const lines: RunLine[] = [];
    const elsewhere = new Set(system.runners().map(({ run }) => run));
    for (const card of newestFirst(await system.runs())) {
      const driven = runners.of(card.run) !== null || elsewhere.has(card.run);
      const line = await pictures.line(card, driven).catch(unread);
      lines.push("code" in line ? unreadableLine(card, line.text) : line);
    }
    return lines;
  },
});

type Parts = Pick<Ground, "system" | "pictures" | "runners">;

/** Of the past: nobody knows who drove it. */
const unattended = { driven: false, idle: false, needsRunner: false };

/** `moment`: a version or a time; undefined: now. */
const shownOf = async (
  { system, pictures, runners }: Parts,
  card: Card,
  moment: string | undefined,
): Promise<RunAnswer | Refusal> => {
  const picture = await pictures.of(card, moment === undefined ? undefined : momentOf(moment));
  if (isRefusal(picture)) return picture;
  const children = await system.runs({ parent: card.run });
  const [runner, lastWords] = [runners.of(card.run), runners.lastWords(card.run)];
  const now = moment === undefined;
  const other = now ? elsewhereOf({ system, runners }, card.run) : undefined;
  const driven = runner !== null || other !== undefined;
  const lacks = now ? await system.lacks(card.run) : null;
  if (isRefusal(lacks)) return lacks;
  return {
    ...(now ? attend(picture, driven) : { ...picture, ...unattended }),
    newest: card.version,
    span: { from: picture.startedAt ?? card.at, to: card.at },
    runner,
    elsewhere: other === undefined ? null : { pid: other.process.pid, since: other.since },
    lacks,
    ...(!driven && lastWords !== null && lastWords.at >= card.at ? { lastWords } : {}),
    parent: parentOf(card.origin),
    children: children.map(({ run, protocol, life, good }) => ({ run, protocol, life, good })),
  };
};

const runRoute = get("/api/runs/:run", {
  means:
    "How a run stands, or stood: its nodes, jobs, decisions, evidence, and the runs around it.",
  query: t.open({ at }),
  answer: runAnswer,
  run: ofRun(async (asked, card) => {
    const { live, query } = asked;
    return asked.answers(`${card.run} ${query.at ?? ""}`, markOf(live, card), () =>
      shownOf(asked, card, query.at),
    );
  }),
});

const liveRoute = get("/api/live", {
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

export const runsRoutes = [hereRoute, runsRoute, runRoute, liveRoute];
