// What `cairn watch` shows: runs that wait for a person, and agents at work with what each did last.
import { newestFirst } from "../../core/newest.ts";
import { isOver } from "../../core/over.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { TranscriptEntry } from "../../core/transcript.ts";
import { deedWords } from "../../core/transcript-words.ts";
import { isToMerge } from "../../core/wrong-lines.ts";
import type { ShownJob, System } from "../../runtime/system.ts";
import { type Picture, pictureOf } from "../picture.ts";
import { unreadBy } from "../damaged.ts";
import { transcripts } from "../transcripts.ts";
import { piecesOf } from "../words.ts";

/** `word`: what it waits for. `key`: of its question; null: none. */
export type Waiting = {
  readonly id: string;
  readonly run: string;
  readonly title: string;
  readonly word: keyof typeof ranks;
  readonly key: string | null;
  readonly text: string;
};
/** `does`: in one line; empty if unknown. `pieces`: how many of its run's are done. */
export type AtWork = {
  readonly id: string;
  readonly run: string;
  readonly title: string;
  readonly pieces: { readonly of: number; readonly done: number };
  readonly label: string;
  readonly job: ShownJob;
  readonly does: string;
  readonly entries: readonly TranscriptEntry[];
};
export type Board = { readonly waits: readonly Waiting[]; readonly agents: readonly AtWork[] };

const ranks = { asks: 0, "stands still": 1, "to merge": 2, unreadable: 3 } as const;
/** Number of runs that are over and looked at for work to merge: the newest. */
const lookedAt = 20;

/** `idle`: it could go on, and no runner is there for it. */
const waitsIn = (picture: Picture, idle: boolean): readonly Waiting[] => {
  const { run, title, life, state, decisions } = picture;
  const one = (word: Waiting["word"], key: string | null, text: string): Waiting => ({
    id: `${run} ${key ?? ""}`,
    run,
    title,
    word,
    key,
    text,
  });
  const merge = isOver(life) && state !== "not done" && isToMerge(picture);
  return [
    ...decisions.map(({ key, question }) => one("asks", key, question)),
    ...(idle ? [one("stands still", null, `cairn run ${run}`)] : []),
    ...(merge ? [one("to merge", null, `cairn merge ${run}`)] : []),
  ];
};

const unread = (run: string, code: string): Waiting => ({
  id: run,
  run,
  title: run,
  word: "unreadable",
  key: null,
  text: `${code}: cairn verify ${run}`,
});

/** Looks again at each call; a run that is over is read once a change. */
export const boards = async (system: System): Promise<() => Promise<Board>> => {
  const outputs = await system.outputs();
  const { isIdle } = await import("../../http/show/unattended.ts");
  const transcript = transcripts(outputs);
  const kept = new Map<string, { readonly version: number; readonly picture: Picture }>();
  const seenOf = async ({ run, version, life }: Card): Promise<Picture | Waiting> => {
    const known = kept.get(run);
    if (known?.version === version && isOver(life)) return known.picture;
    try {
      const picture = await pictureOf(system, { run });
      if (isRefusal(picture)) return unread(run, picture.code);
      kept.set(run, { version, picture });
      return picture;
    } catch (error) {
      return unread(run, unreadBy(error));
    }
  };
  const entriesOf = async (run: string, { fence }: ShownJob): Promise<AtWork["entries"]> => {
    const found = fence === null ? null : await transcript(run, fence);
    return found === null || isRefusal(found) ? [] : found.entries;
  };
  const agentsIn = async ({ run, title, nodes, jobs }: Picture): Promise<readonly AtWork[]> => {
    const working = jobs.filter(({ is }) => is === "running");
    const doing = working.length === 0 ? new Map<number, string>() : await outputs.doing(run);
    return Promise.all(
      working.map(async (job) => ({
        id: `${run} ${job.key}`,
        run,
        title,
        pieces: piecesOf(nodes),
        label: nodes.find(({ id }) => id === job.subject)?.label ?? job.role,
        job,
        does: deedWords(job, doing),
        entries: await entriesOf(run, job),
      })),
    );
  };
  return async () => {
    const cards = newestFirst(await system.runs());
    const over = cards.filter(({ life }) => isOver(life)).slice(0, lookedAt);
    const seen = await Promise.all(
      [...cards.filter(({ life }) => !isOver(life)), ...over].map(seenOf),
    );
    const pictures = seen.flatMap((one) => ("word" in one ? [] : [one]));
    const waits = [
      ...pictures.flatMap((one) => waitsIn(one, one.driven !== true && isIdle(one))),
      ...seen.flatMap((one) => ("word" in one ? [one] : [])),
    ];
    const agents = (await Promise.all(pictures.map(agentsIn))).flat();
    return {
      waits: waits.toSorted((one, other) => ranks[one.word] - ranks[other.word]),
      agents: agents.toSorted((a, b) => (a.job.since ?? "").localeCompare(b.job.since ?? "")),
    };
  };
};
