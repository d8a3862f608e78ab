// What `cairn watch` shows: runs that wait for a person, and agents at work with what each did last.
import { newestFirst } from "../../core/newest.ts";
import { isOver } from "../../core/over.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { TranscriptEntry } from "../../core/agents/transcript.ts";
import type { ShownJob, System } from "../../runtime/system.ts";
import { type Picture, pictureOf } from "../text/picture.ts";
import { unreadBy } from "../damaged.ts";
import { mostShown, transcripts } from "../text/transcripts.ts";

/** `word`: what it waits for. `key`: of its question; null: none. */
export type Waiting = {
  readonly id: string;
  readonly run: string;
  readonly title: string;
  readonly word: keyof typeof ranks;
  readonly key: string | null;
  readonly text: string;
};
export type AtWork = Pick<Picture, "run" | "title" | "pieces"> & {
  readonly id: string;
  readonly job: ShownJob;
  readonly entries: readonly TranscriptEntry[];
};
export type Board = { readonly waits: readonly Waiting[]; readonly agents: readonly AtWork[] };

/** Of what waits for a person; a run that goes on is shown where none of its jobs is at work. */
const ranks = {
  asks: 0,
  paused: 1,
  "no runner": 2,
  "not started": 2,
  "to merge": 3,
  unreadable: 4,
  "goes on": 5,
} as const;
/** In ms: work may be merged by git alone. */
const STILL_MS = 30_000;
/** Number of runs that are over and looked at for work to merge: the newest. */
const lookedAt = 20;

/** What a run within does is told by its own jobs. */
const isAtWork = ({ is, by, since }: ShownJob): boolean =>
  is === "running" && (by !== null || since !== null);

/** What a driven run does between two jobs. */
const betweenJobs = ({ jobs }: Picture): string => {
  const next = jobs.find(({ is }) => is === "ready") ?? jobs.find(({ later }) => later !== null);
  if (next === undefined) return "its work is looked at, and lands";
  return next.later === null ? `next: ${next.label}` : `later: ${next.label}`;
};

/** @param merges its work is to be merged */
export const waitsIn = (picture: Picture, merges: boolean): readonly Waiting[] => {
  const { run, title, life, state, decisions, driven, jobs } = picture;
  const one = (word: Waiting["word"], of: string, key: string | null, text: string): Waiting => {
    return { id: `${of} ${key ?? ""}`, run: of, title, word, key, text };
  };
  return [
    // Those of runs within it, too.
    ...decisions.map(({ run: of, key, question }) => one("asks", of, key, question)),
    ...(life === "paused"
      ? [one("paused", run, null, `cairn resume ${run}, then: cairn run ${run}`)]
      : []),
    ...(state === "no runner" || state === "not started"
      ? [one(state, run, null, `cairn run ${run}`)]
      : []),
    ...(merges ? [one("to merge", run, null, `cairn merge ${run}`)] : []),
    ...(life === "live" && driven && decisions.length === 0 && !jobs.some(isAtWork)
      ? [one("goes on", run, null, betweenJobs(picture))]
      : []),
  ];
};

const unreadable = (run: string, code: string): Waiting => {
  const text = `${code}: cairn verify ${run}`;
  return { id: run, run, title: run, word: "unreadable", key: null, text };
};

/** Looks again at each call; at a run that is over after a change, or when it was long ago. */
export const boards = async (system: System, now: () => number): Promise<() => Promise<Board>> => {
  const outputs = await system.outputs();
  const { toMerge, wentOf } = await import("../text/list-text.ts");
  const transcript = transcripts(outputs, mostShown);
  const cache = new Map<string, { version: number; at: number; board: Board }>();
  const entriesOf = async (run: string, { fence }: ShownJob): Promise<AtWork["entries"]> => {
    const attempt = fence === null ? null : await transcript(run, fence);
    return attempt === null || isRefusal(attempt) ? [] : attempt.entries;
  };
  const agentsIn = async ({ run, title, pieces, jobs }: Picture): Promise<readonly AtWork[]> =>
    Promise.all(
      jobs.filter(isAtWork).map(async (job) => {
        const entries = await entriesOf(run, job);
        // The next attempt takes its place.
        return { id: `${run} ${job.subject} ${job.kind}`, run, title, pieces, job, entries };
      }),
    );
  const read = async ({ run, life, origin }: Card): Promise<Board> => {
    const picture = await pictureOf(system, { run }, true);
    if (isRefusal(picture)) return { waits: [unreadable(run, picture.code)], agents: [] };
    const agents = await agentsIn(picture);
    // A run within another one is driven and merged by that one.
    if (origin !== null) return { waits: [], agents };
    const ended = isOver(life) && picture.state !== "not done";
    const merges = ended && (await wentOf(system, picture)) === toMerge;
    return { waits: waitsIn(picture, merges), agents };
  };
  const boardOf = async (card: Card): Promise<Board> => {
    const { run, version, life } = card;
    const known = cache.get(run);
    const isFresh = known?.version === version && now() - known.at < STILL_MS;
    if (known !== undefined && isFresh && isOver(life)) return known.board;
    try {
      const board = await read(card);
      cache.set(run, { version, at: now(), board });
      return board;
    } catch (error) {
      return { waits: [unreadable(run, unreadBy(error))], agents: [] };
    }
  };
  return async () => {
    const cards = newestFirst(await system.runs());
    const over = cards.filter(({ life }) => isOver(life)).slice(0, lookedAt);
    const all = await Promise.all(
      [...cards.filter(({ life }) => !isOver(life)), ...over].map(boardOf),
    );
    const [waits, agents] = [all.flatMap((one) => one.waits), all.flatMap((one) => one.agents)];
    return {
      waits: waits.toSorted((one, other) => ranks[one.word] - ranks[other.word]),
      agents: agents.toSorted((a, b) => (a.job.since ?? "").localeCompare(b.job.since ?? "")),
    };
  };
};
