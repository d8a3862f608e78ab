// Cache of runs' pictures, lines, evidence and files: computed once per change.
import { isOver } from "../../core/over.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Card, Path, Time } from "../../core/row.ts";
import type { Criterion } from "../../core/view.ts";
import { attend } from "../../runtime/picture/driven.ts";
import type { RunLine } from "../../runtime/picture/line.ts";
import { lineOf } from "../../runtime/picture/line-of.ts";
import type { Attempt, Picture, System } from "../../runtime/system.ts";
import { type Fresh, freshness } from "./fresh.ts";
import { type Keeper, keeper } from "./keeper.ts";
import type { Live } from "../live/live.ts";

/** Since when each question of a picture is known: the run's newest event when this server first saw it. By `RUN KEY`. */
export const askedSince = (): ((
  picture: Pick<Picture, "run" | "at" | "decisions">,
) => ReadonlyMap<string, Time>) => {
  const byRun = new Map<string, ReadonlyMap<string, Time>>();
  return ({ run, at, decisions }) => {
    const before = byRun.get(run);
    const now = new Map(
      decisions.map(
        (one) => [`${one.run} ${one.key}`, before?.get(`${one.run} ${one.key}`) ?? at] as const,
      ),
    );
    if (now.size === 0) byRun.delete(run);
    else byRun.set(run, now);
    return now;
  };
};

type Files = Readonly<Record<Path, string>>;
export type Pictures = {
  /** The current state; with `at` the state then. */
  of(card: Card, at?: number | Time): Promise<Picture | Refusal>;
  /** A line of the list of runs. */
  line(card: Card, driven: boolean): Promise<RunLine | Refusal>;
  /** A proof's freshness is only known for the current state. */
  evidence(card: Card, at?: number | Time): Promise<readonly Fresh[] | Refusal>;
  timeline(card: Card): Promise<readonly Attempt[] | Refusal>;
  /** Its current or earlier files by the ledger. Before the first event: none. */
  files(card: Card, at?: number | Time): Promise<Files | Refusal>;
};

/** Number of cached pictures (one of 1,000 nodes takes about 300 KB), of runs' criteria and attempts, and of their files (up to 20 MB). */
const mostPictures = 64;
const mostRuns = 16;
const mostFiles = 4;

/** The state at a version is final; that at a time may change until the next event. */
const then = <T>(
  keep: Keeper<T>,
  card: Card,
  at: number | Time,
  work: () => Promise<T | Refusal>,
): Promise<T | Refusal> =>
  keep(`${card.run} ${at}`, typeof at === "number" ? "then" : String(card.version), work);

type Looked = Pick<System, "picture" | "atWork" | "evidence" | "timeline" | "files" | "facts">;

export const createPictures = (system: Looked, live: Pick<Live, "tickOf">): Pictures => {
  const since = askedSince();
  const now = keeper<Picture>(mostPictures);
  const past = keeper<Picture>(mostPictures);
  /** Without a runner, and with one: whether one is there may change any time. */
  const lines = keeper<readonly [RunLine, RunLine]>(Number.MAX_SAFE_INTEGER);
  const criteria = keeper<readonly Criterion[]>(mostRuns);
  const fresh = freshness(system);
  const attempts = keeper<readonly Attempt[]>(mostRuns);
  const files = keeper<Files>(mostFiles);
  /** A finished run changes by events only. */
  const markOf = ({ run, version, life }: Card): string | null => {
    const tick = isOver(life) ? 0 : live.tickOf(run);
    return tick === null ? null : `${version} ${tick}`;
  };
  const of: Pictures["of"] = (card, at) =>
    at === undefined
      ? now(card.run, markOf(card), () => system.atWork(card.run))
      : then(past, card, at, () => system.picture(card.run, at));
  return {
    of,
    async line(card, driven) {
      const both = await lines(card.run, markOf(card), async () => {
        const picture = await of(card);
        if (isRefusal(picture)) return picture;
        const asked = since(picture);
        const ofOne = (one: boolean): RunLine => lineOf(attend(picture, one), asked);
        return [ofOne(false), ofOne(true)] as const;
      });
      return isRefusal(both) ? both : both[driven ? 1 : 0];
    },
    async evidence(card, at) {
      const found = await (at === undefined
        ? criteria(card.run, String(card.version), () => system.evidence(card.run))
        : then(criteria, card, at, () => system.evidence(card.run, undefined, at)));
      if (isRefusal(found)) return found;
      return at === undefined
        ? fresh(card, found)
        : found.map((criterion) => ({ ...criterion, fresh: null }));
    },
    timeline: (card) => attempts(card.run, markOf(card), () => system.timeline(card.run)),
    files: (card, at = card.version) =>
      at === 0 ? Promise.resolve({}) : then(files, card, at, () => system.files(card.run, at)),
  };
};
