// Why: however many pages ask how a run stands, it is worked out once for each change of it.
import { isOver } from "../core/over.ts";
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import type { Picture, System } from "../runtime/system.ts";
import type { RunLine } from "./answers.ts";
import type { Live } from "./live.ts";

export type Pictures = {
  /** As it stands; with `at` (a version or a time) as it stood. */
  of(card: Card, at?: number | string): Promise<Picture | Refusal>;
  /** A line of the list of runs, but for what this server itself does about it. */
  line(card: Card): Promise<Omit<RunLine, "driven"> | Refusal>;
};

/** How many pictures are kept; a picture of 1,000 nodes is some 300 KB. */
const mostKept = 64;

type Kept<T> = { readonly mark: string; readonly value: Promise<T | Refusal> };

/** The newest answer a key, good while its mark stays; null: nobody can say whether anything changed, so only askers at the same moment share it. */
const keeper = <T>(most: number) => {
  const all = new Map<string, Kept<T>>();
  const drop = (key: string, mine: Kept<T>): void => {
    if (all.get(key) === mine) all.delete(key);
  };
  return (key: string, mark: string | null, work: () => Promise<T | Refusal>): Promise<T | Refusal> => {
    const known = all.get(key);
    if (known !== undefined && (mark === null || known.mark === mark)) return known.value;
    const mine: Kept<T> = { mark: mark ?? "", value: work() };
    all.delete(key);
    all.set(key, mine);
    const oldest = all.size > most ? all.keys().next().value : undefined;
    if (oldest !== undefined) all.delete(oldest);
    mine.value.then(
      (value) => (mark === null || isRefusal(value)) && drop(key, mine),
      () => drop(key, mine),
    );
    return mine.value;
  };
};

const lineOf = (card: Card, picture: Picture): Omit<RunLine, "driven"> => {
  const { run, protocol, life, phase, version, at, good, origin } = card;
  const { title, status, facts, evidence, warnings, refused, folder, startedAt, nodes, jobs, decisions } = picture;
  const count = (is: string): number => nodes.filter((node) => node.status === is).length;
  return {
    ...{ run, protocol, life, phase, version, at, good, origin },
    ...{ title, status, facts, evidence, warnings, refused, folder, startedAt },
    nodes: { done: count("done"), of: nodes.length, failed: count("failed") },
    workers: jobs.filter(({ is }) => is === "running").map(({ by, subject, role, since }) => ({ by, subject, role, since })),
    decisions: decisions.map(({ run: of, key, question }) => ({ run: of, key, question })),
    doubts: jobs.filter(({ is }) => is === "doubt").length,
  };
};

export const createPictures = (system: Pick<System, "picture">, live: Pick<Live, "tickOf">): Pictures => {
  const now = keeper<Picture>(mostKept);
  const once = keeper<Picture>(mostKept);
  const lines = keeper<Omit<RunLine, "driven">>(Number.MAX_SAFE_INTEGER);
  /** What is over changes by events alone. */
  const markOf = ({ run, version, life }: Card): string | null => {
    const tick = isOver(life) ? 0 : live.tickOf(run);
    return tick === null ? null : `${version} ${tick}`;
  };
  const of: Pictures["of"] = (card, at) =>
    at === undefined
      ? now(card.run, markOf(card), () => system.picture(card.run))
      : once(`${card.run} ${at}`, typeof at === "number" ? "" : String(card.version), () => system.picture(card.run, at));
  return {
    of,
    line: (card) =>
      lines(card.run, markOf(card), async () => {
        const picture = await of(card);
        return isRefusal(picture) ? picture : lineOf(card, picture);
      }),
  };
};
