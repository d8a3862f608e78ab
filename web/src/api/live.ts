// Live updates: rereads data that an event may have changed, once per run however many events come.
import type { Query, QueryClient } from "@tanstack/react-query";
import type { LogLine, LogPage, RunLine } from "../../../src/http/answers.ts";
import { connectionNow, setConnection, setTrouble } from "./connection.ts";
import { feed, type FeedMessage } from "./feed.ts";
import { answers } from "./guards.ts";
import { withLines, pageSize } from "./log-pages.ts";
import { inTime, createPace } from "./pace.ts";

/** Shows a run's first change at once, and many changes at this interval: each open page costs the server a read. */
const eventsMs = 1_000;
const listMs = 1_000;
const hintsMs = 1_000;
const outputMs = 300;
const asideMs = 2_000;
/** A page that opens has just read its data. Changes before its stream started are read after it is drawn. */
const openingMs = 1_000;
/** A hidden page only updates its title, which shows the number of open questions. */
const hiddenMs = 10_000;

/** The run and its ancestors. */
const above = (runs: readonly RunLine[] | undefined, run: string): readonly string[] => {
  const found: string[] = [];
  for (let at: string | undefined = run; at !== undefined && !found.includes(at);) {
    found.push(at);
    const id: string = at;
    at = runs?.find((line) => line.run === id)?.origin?.split("/")[0];
  }
  return found;
};

const append = (client: QueryClient, run: string, lines: readonly LogLine[]): void => {
  for (const query of client.getQueryCache().findAll({ queryKey: ["log", run] })) {
    const page = query.queryKey[2];
    const old = client.getQueryData<LogPage>(query.queryKey);
    if (typeof page !== "number" || old === undefined) {
      // A read in progress may miss these lines.
      if (query.state.fetchStatus === "fetching")
        void query.promise?.then(
          () => client.invalidateQueries({ queryKey: query.queryKey }),
          () => undefined,
        );
      continue;
    }
    const next = withLines(old, page, lines);
    if (next === "gap") void client.invalidateQueries({ queryKey: query.queryKey });
    else if (next !== null) client.setQueryData(query.queryKey, next);
  }
};

/** A page of the log that is complete. */
const isFull = (data: unknown): boolean => answers.logPage(data) && data.lines.length >= pageSize;

type Readings = {
  /** Data of this key changed: reread it, at most once per `ms`. */
  readonly touch: (key: string, ms: number) => void;
  /** Whether the page is hidden: the key is read when it is visible. */
  readonly waits: (key: string) => boolean;
  readonly end: () => void;
};

const readings = (client: QueryClient): Readings => {
  const missed = new Set<string>();
  const waits = (key: string): boolean => {
    if (!document.hidden || key === "runs") return false;
    missed.add(key);
    return true;
  };
  const read = async (key: string): Promise<void> => {
    if (waits(key)) return;
    const queryKey = key.split("/");
    const which = { queryKey, predicate: ({ state: { data } }: Query) => !isFull(data) };
    const busy = client.isFetching({ ...which, type: "active" }) > 0;
    await client.invalidateQueries(which);
    // A first read isn't restarted, but may have been too early.
    if (busy) await client.invalidateQueries(which);
  };
  const pace = createPace(
    read,
    () => performance.now(),
    (act, ms) => void setTimeout(act, inTime(ms, Date.now())),
  );
  const onVisible = (): void => {
    if (document.hidden) return;
    for (const key of ["runs", ...missed]) pace.touch(key, 0);
    missed.clear();
  };
  document.addEventListener("visibilitychange", onVisible);
  return {
    touch: (key, ms) => {
      if (!waits(key)) pace.touch(key, document.hidden ? hiddenMs : ms);
    },
    waits,
    end: () => document.removeEventListener("visibilitychange", onVisible),
  };
};

/** One stream for all pages of this browser, if it supports sharing. @returns a function that ends it for this page */
const pageFeed = (hear: (message: FeedMessage) => void): (() => void) => {
  let end: (() => void) | null = null;
  const alone = (): void => void (end ??= feed(hear));
  if (!("SharedWorker" in globalThis)) {
    alone();
    return () => end?.();
  }
  const worker = new SharedWorker(new URL("feed-worker.ts", import.meta.url), {
    type: "module",
    name: "cairn",
  });
  worker.addEventListener("error", alone);
  worker.port.addEventListener("message", ({ data }: MessageEvent<FeedMessage>) => hear(data));
  worker.port.start();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has but one other end
  const leave = (): void => worker.port.postMessage("bye");
  globalThis.addEventListener("pagehide", leave);
  return () => {
    globalThis.removeEventListener("pagehide", leave);
    leave();
    end?.();
  };
};

/** Joins the stream; returns a function that leaves. */
export const connect = (client: QueryClient): (() => void) => {
  const { touch, waits, end } = readings(client);
  const touchRuns = (ms: number): void =>
    touch("runs", ["/", "/watch"].includes(location.pathname) ? ms : asideMs);
  const touchAll = (): void => {
    for (const key of ["here", "runs", "now", "output", "log"]) touch(key, eventsMs);
  };
  const runsNow = () => client.getQueryData<readonly RunLine[]>(["runs"]);
  let opening = false;
  const onOpen = (): void => {
    const first = connectionNow() === "joining";
    setConnection("live");
    // A server with a problem reports it again.
    setTrouble(null);
    if (!first) return touchAll();
    opening = true;
    setTimeout(() => {
      opening = false;
      touchAll();
    }, openingMs);
  };
  const onHint = (run: string | null): void => {
    if (opening && run === null) return;
    const under = run === null ? "" : `/${run}`;
    touch(`now${under}`, hintsMs);
    touch(`output${under}`, outputMs);
    touchRuns(hintsMs);
  };
  const onLines = (all: readonly LogLine[]): void => {
    for (const [run, lines] of Map.groupBy(all, (line) => line.run)) {
      if (!waits(`log/${run}`)) append(client, run, lines);
      for (const one of above(runsNow(), run)) touch(`now/${one}`, eventsMs);
      touch(`output/${run}`, outputMs);
    }
    touchRuns(listMs);
  };
  const leave = pageFeed((message: FeedMessage): void => {
    if (message.is === "open") return onOpen();
    if (message.is === "lost" || message.is === "locked") return setConnection(message.is);
    setConnection("live");
    if (message.is === "trouble") return setTrouble(message.trouble);
    return message.is === "hint" ? onHint(message.run) : onLines(message.lines);
  });
  return () => {
    end();
    leave();
  };
};
