// Why: what happens is on the page within a moment, at the price of one reading per run however many events come.
import type { Query, QueryClient } from "@tanstack/react-query";
import type { LedgerTrouble, LogLine, LogPage, RunLine } from "../../../src/http/answers.ts";
import { holdTime, nowOf } from "./clock.ts";
import { feed, type FeedMessage } from "./feed.ts";
import { isLogPage } from "./guards.ts";
import { stillness } from "../notices/stillness.ts";
import { createStore } from "../store.ts";
import { joined, pageSize } from "./log-pages.ts";
import { inTime, paced } from "./pace.ts";

/** `joining`: not there yet; `lost` since then (ms, by the server's clock): what is shown may be old. */
export type Connection = {
  readonly is: "joining" | "live" | "lost" | "locked";
  readonly since: number;
};

/** A first change of a run shows at once, a flood of them as often: each page that is open costs the server a reading. */
const eventsMs = 1_000;
/** Forms show present values; a list of all commands with their schemas is long. */
const commandsMs = 5_000;
/** The time bar knows how far the run has come; what else is new on it can wait, since all events are gone through for it. */
const courseMs = 5_000;
const listMs = 1_000;
const hintsMs = 1_000;
const outputMs = 300;
const asideMs = 2_000;
/** A page that opens has just read what it shows. What changed before its stream stood is read once that is drawn. */
const openingMs = 1_000;
/** Of a page that isn't seen only its name is kept up, which says how much waits for somebody. */
const hiddenMs = 10_000;

const connection = createStore<Connection>({ is: "joining", since: nowOf() });
const become = (is: Connection["is"]): void => {
  if (connection.get().is !== is) connection.set({ is, since: nowOf() });
};
export const useConnection = connection.use;
export const connectionNow = (): Connection["is"] => connection.get().is;

/** What keeps the server from reading the ledger, as it says: what is shown is of then. */
const trouble = createStore<LedgerTrouble | null>(null);
export const useTrouble = trouble.use;
const suffer = (now: LedgerTrouble | null): void => {
  trouble.set(now);
  holdTime(now === null ? null : Date.parse(now.since));
};

/** Runs whose picture tells of this one too: whoever started it, and so on up. */
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
      // Being read just now: it may come without these lines.
      if (query.state.fetchStatus === "fetching")
        void query.promise?.then(
          () => client.invalidateQueries({ queryKey: query.queryKey }),
          () => undefined,
        );
      continue;
    }
    const next = joined(old, page, lines);
    if (next === "gap") void client.invalidateQueries({ queryKey: query.queryKey });
    else if (next !== null) client.setQueryData(query.queryKey, next);
  }
};

/** A page of the log that nothing can be added to. */
const isFull = (data: unknown): boolean => isLogPage(data) && data.lines.length >= pageSize;

/** One stream for all pages of this browser where it can share one. */
const source = (hear: (message: FeedMessage) => void): (() => void) => {
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

/** Joins the stream for as long as the page is there; returns what ends it. */
export const connect = (client: QueryClient): (() => void) => {
  /** What changed while nobody looked: it is read when somebody does. */
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
    // A first reading isn't begun anew, but may have come too early.
    if (busy) await client.invalidateQueries(which);
  };
  const pace = paced(
    read,
    () => performance.now(),
    (act, ms) => void setTimeout(act, inTime(ms, Date.now())),
  );
  const touch = (key: string, ms: number): void => {
    if (!waits(key)) pace.touch(key, document.hidden ? hiddenMs : ms);
  };
  const shown = (): void => {
    if (document.hidden) return;
    for (const key of ["runs", ...missed]) pace.touch(key, 0);
    missed.clear();
  };
  document.addEventListener("visibilitychange", shown);
  const touchRuns = (ms: number): void => touch("runs", location.pathname === "/" ? ms : asideMs);

  const all = (): void => {
    for (const key of ["here", "runs", "now", "commands", "course", "output", "log"])
      touch(key, eventsMs);
  };
  let opening = false;
  const hear = (message: FeedMessage): void => {
    if (message.is === "open") {
      const first = connection.get().is === "joining";
      become("live");
      // Whoever comes is told of trouble that there is.
      suffer(null);
      if (!first) return all();
      opening = true;
      return void setTimeout(() => {
        opening = false;
        all();
      }, openingMs);
    }
    if (message.is === "lost" || message.is === "locked") return become(message.is);
    become("live");
    if (message.is === "trouble") return suffer(message.trouble);
    const runs = client.getQueryData<readonly RunLine[]>(["runs"]);
    if (message.is === "hint") {
      stillness.moved(message.run === null ? null : above(runs, message.run));
      if (opening && message.run === null) return;
      const under = message.run === null ? "" : `/${message.run}`;
      touch(`now${under}`, hintsMs);
      touch(`output${under}`, outputMs);
      return touchRuns(hintsMs);
    }
    for (const [run, lines] of Map.groupBy(message.lines, (line) => line.run)) {
      if (!waits(`log/${run}`)) append(client, run, lines);
      const family = above(runs, run);
      stillness.moved(family);
      for (const one of family) touch(`now/${one}`, eventsMs);
      touch(`commands/${run}`, commandsMs);
      touch(`course/${run}`, courseMs);
      touch(`output/${run}`, outputMs);
    }
    touchRuns(listMs);
  };
  const leave = source(hear);
  return () => {
    document.removeEventListener("visibilitychange", shown);
    leave();
  };
};
