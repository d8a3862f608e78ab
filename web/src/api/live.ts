// Live updates: what an event may have changed is read again, at the price of one reading per run however many events come.
import type { Query, QueryClient } from "@tanstack/react-query";
import type { LogLine, LogPage, RunLine } from "../../../src/http/answers.ts";
import { stillness } from "../notices/stillness.ts";
import { connectionNow, setConnection, setTrouble } from "./connection.ts";
import type { FeedMessage } from "./feed.ts";
import { answers } from "./guards.ts";
import { withLines, pageSize } from "./log-pages.ts";
import { inTime, createPace } from "./pace.ts";
import { pageFeed } from "./page-feed.ts";

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
/** Of a page that isn't seen only its title is kept current, which says how much waits for a person. */
const hiddenMs = 10_000;

/** The run and those above it: the run that started it, and so on up. */
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
    const next = withLines(old, page, lines);
    if (next === "gap") void client.invalidateQueries({ queryKey: query.queryKey });
    else if (next !== null) client.setQueryData(query.queryKey, next);
  }
};

/** A page of the log that nothing can be added to. */
const isFull = (data: unknown): boolean => answers.logPage(data) && data.lines.length >= pageSize;

type Readings = {
  /** Something under this key changed: it is read again, at most once in so many ms. */
  readonly touch: (key: string, ms: number) => void;
  /** Whether the page isn't seen: the key is read once it is. */
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
    // A first reading isn't begun anew, but may have come too early.
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

/** Joins the stream for as long as the page is there; returns what ends it. */
export const connect = (client: QueryClient): (() => void) => {
  const { touch, waits, end } = readings(client);
  const touchRuns = (ms: number): void => touch("runs", location.pathname === "/" ? ms : asideMs);
  const touchAll = (): void => {
    for (const key of ["here", "runs", "now", "commands", "course", "output", "log"])
      touch(key, eventsMs);
  };
  const runsNow = () => client.getQueryData<readonly RunLine[]>(["runs"]);
  let opening = false;
  const onOpen = (): void => {
    const first = connectionNow() === "joining";
    setConnection("live");
    // A server in trouble says so anew.
    setTrouble(null);
    if (!first) return touchAll();
    opening = true;
    setTimeout(() => {
      opening = false;
      touchAll();
    }, openingMs);
  };
  const onHint = (run: string | null): void => {
    stillness.moved(run === null ? null : above(runsNow(), run));
    if (opening && run === null) return;
    const under = run === null ? "" : `/${run}`;
    touch(`now${under}`, hintsMs);
    touch(`output${under}`, outputMs);
    touchRuns(hintsMs);
  };
  const onLines = (all: readonly LogLine[]): void => {
    for (const [run, lines] of Map.groupBy(all, (line) => line.run)) {
      if (!waits(`log/${run}`)) append(client, run, lines);
      const family = above(runsNow(), run);
      stillness.moved(family);
      for (const one of family) touch(`now/${one}`, eventsMs);
      touch(`commands/${run}`, commandsMs);
      touch(`course/${run}`, courseMs);
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
