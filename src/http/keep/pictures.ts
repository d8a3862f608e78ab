// Cache of runs' pictures, lines, evidence and files: computed once per change.
import { isOver } from "../../core/over.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Card, Path, Time } from "../../core/row.ts";
import type { Criterion } from "../../core/view.ts";
import { hasBegun, isWork } from "../../core/work-nodes.ts";
import { deedWords } from "../../core/transcript-words.ts";
import { isToMerge, wrongLines } from "../../core/wrong-lines.ts";
import type { Attempt, Picture, System } from "../../runtime/system.ts";
import type { RunLine } from "../answers.ts";
import { isIdle, stateNow } from "../show/unattended.ts";
import { askedSince } from "./asked-since.ts";
import { type Fresh, freshness } from "./fresh.ts";
import { type Keeper, keeper } from "./keeper.ts";
import type { Live } from "../live/live.ts";

/** `alone`: its state without a runner. */
export type Undriven = Omit<RunLine, "driven"> & { readonly alone: RunLine["state"] };
type Files = Readonly<Record<Path, string>>;
export type Pictures = {
  /** The current state; with `at` the state then. */
  of(card: Card, at?: number | Time): Promise<Picture | Refusal>;
  /** A line of the list of runs, without what this server itself does about it. */
  line(card: Card): Promise<Undriven | Refusal>;
  /** A proof's freshness is only known for the current state. */
  evidence(card: Card, at?: number | Time): Promise<readonly Fresh[] | Refusal>;
  timeline(card: Card): Promise<readonly Attempt[] | Refusal>;
  /** Its current or earlier files by the ledger. Before the first event: none. */
  files(card: Card, at?: number | Time): Promise<Files | Refusal>;
};

/** Number of cached pictures (one of 1,000 nodes takes about 300 KB), and of runs' files, criteria and attempts. */
const mostPictures = 64;
const mostRuns = 16;

const lineOf = (card: Card, picture: Picture, asked: ReadonlyMap<string, Time>): Undriven => {
  const { run, protocol, life, phase, version, at, origin } = card;
  const { good, title, name, state, facts, evidence, folder, startedAt, nodes, jobs, decisions } =
    picture;
  const work = nodes.filter(isWork);
  const count = (is: string): number => work.filter((node) => node.status === is).length;
  const { usage } = picture;
  return {
    run,
    protocol,
    life,
    phase,
    version,
    at,
    good,
    origin,
    title,
    ...(name === undefined ? {} : { name }),
    state,
    alone: stateNow(picture, false),
    wrong: wrongLines(picture),
    facts,
    evidence,
    folder,
    startedAt,
    nodes: {
      done: count("done"),
      proved: work.filter((node) => node.state === "proved").length,
      of: work.length,
      failed: count("failed"),
    },
    begun: hasBegun(work),
    toMerge: isOver(life) && state !== "not done" && isToMerge(picture),
    ...(usage === undefined
      ? {}
      : { usage: { input: usage.input, output: usage.output, cost: usage.cost } }),
    workers: jobs
      .filter(({ is }) => is === "running")
      .map((job) => ({
        ...job,
        label: nodes.find(({ id }) => id === job.subject)?.label ?? job.role,
      })),
    decisions: decisions.map(({ run: of, key, question }) => ({
      run: of,
      key,
      question,
      since: asked.get(`${of} ${key}`) ?? at,
    })),
    idle: isIdle(picture),
  };
};

/** The state at a version is final; that at a time may change until the next event. */
const then = <T>(
  keep: Keeper<T>,
  card: Card,
  at: number | Time,
  work: () => Promise<T | Refusal>,
): Promise<T | Refusal> =>
  keep(`${card.run} ${at}`, typeof at === "number" ? "then" : String(card.version), work);

type Looked = Pick<System, "picture" | "evidence" | "timeline" | "files" | "facts" | "outputs">;

/** Adds what each job at work does, from the ends of their outputs. */
const withDeeds = async (
  { outputs }: Pick<Looked, "outputs">,
  picture: Picture | Refusal,
): Promise<Picture | Refusal> => {
  if (isRefusal(picture) || picture.jobs.every(({ is }) => is !== "running")) return picture;
  const doing = await (await outputs()).doing(picture.run);
  const jobs = picture.jobs.map((job) =>
    job.is === "running" ? { ...job, does: deedWords(job, doing) } : job,
  );
  return { ...picture, jobs };
};

export const createPictures = (system: Looked, live: Pick<Live, "tickOf">): Pictures => {
  const since = askedSince();
  const now = keeper<Picture>(mostPictures);
  const past = keeper<Picture>(mostPictures);
  const lines = keeper<Undriven>(Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY);
  const criteria = keeper<readonly Criterion[]>(mostRuns);
  const fresh = freshness(system);
  const attempts = keeper<readonly Attempt[]>(mostRuns);
  const files = keeper<Files>(mostRuns);
  /** A finished run changes by events only. */
  const markOf = ({ run, version, life }: Card): string | null => {
    const tick = isOver(life) ? 0 : live.tickOf(run);
    return tick === null ? null : `${version} ${tick}`;
  };
  const of: Pictures["of"] = (card, at) =>
    at === undefined
      ? now(card.run, markOf(card), async () => withDeeds(system, await system.picture(card.run)))
      : then(past, card, at, () => system.picture(card.run, at));
  return {
    of,
    line: (card) =>
      lines(card.run, markOf(card), async () => {
        const picture = await of(card);
        return isRefusal(picture) ? picture : lineOf(card, picture, since(picture));
      }),
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
