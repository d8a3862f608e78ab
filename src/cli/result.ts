// Why: when driving stops, the reader must know how it stands and what exactly to type next.
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { Difference, RunResult, System } from "../runtime/system.ts";
import { has } from "./args.ts";
import { clean } from "./clean.ts";
import type { Page } from "./layout.ts";
import { changesLines } from "./difference-text.ts";
import { decisionLines, pictureLines } from "./picture-text.ts";
import { type Picture, pictureOf } from "./picture.ts";
import { paint } from "./style.ts";
import { type Answer, type Context, exits } from "./verb.ts";

const exitOf = ({ status, good }: RunResult): number => {
  if (status === "interrupted") return exits.interrupted;
  if (status !== "ended") return exits.waiting;
  return good === true ? exits.done : exits.unsuccessful;
};

/** How many files the end of a run names. */
const mostFiles = 12;

/** What of it landed; null: it works in no places, or nothing has landed. */
const madeIn = async (system: System, { run, work }: Picture): Promise<Difference | null> => {
  if (work === undefined || work.landed === 0 || work.dropped) return null;
  const made = await (await system.delivery()).diff(run, null);
  return isRefusal(made) ? null : made;
};

const madeLines = (made: Difference, { run, work }: Picture, page: Page): readonly string[] => [
  "",
  ...changesLines(made.files, page, mostFiles),
  `  look: cairn diff ${run} --patch`,
  work?.merged?.whole === true
    ? `  take the merge back: cairn undo ${run}`
    : `  take it: cairn merge ${run}      give it up: cairn drop ${run}`,
];

type Ways = {
  /** What to type to drive the run on in the way in which it was driven. */
  readonly again: string;
  /** What begins the same anew; null: its protocol knows no such thing. */
  readonly anew: string | null;
};

const nextSteps = (result: RunResult, { run, decisions, jobs }: Picture, { again, anew }: Ways, page: Page): readonly string[] => {
  switch (result.status) {
    case "ended":
      return [
        `  proofs: cairn evidence ${run}      events: cairn log ${run}`,
        ...(anew === null ? [] : [`  put it away: cairn archive ${run}      play it again: cairn ${anew}      or leave it as it is`]),
      ];
    case "waiting":
      return [...decisions.flatMap((decision) => ["", ...decisionLines(decision, page)]), "", `then resume: ${again}`];
    case "paused":
      return [];
    case "outside":
      return [
        "all remaining jobs wait for an external worker:",
        ...result.waiting.map(({ key, what }) => `  ${clean(key)} ${clean(what)}`),
        ...(result.waiting.some(({ key }) => jobs.some((job) => job.key === key && job.is === "ready"))
          ? [`  take one: cairn claim ${run} JOB`]
          : []),
        `  when it is reported, resume: ${again}`,
      ];
    case "interrupted":
      return [
        "let go; nothing is lost. Jobs under way go on by themselves and are read when you go on.",
        `  resume: ${again}      look: cairn status ${run}`,
        `  start nothing new: cairn pause ${run}      end the run and stop its jobs: cairn cancel ${run}`,
      ];
  }
};

const headline = ({ status, good, summary }: RunResult, page: Page): readonly string[] => {
  if (status !== "ended") return [];
  return ["", paint(page, good === true ? "good" : "bad", clean(summary))];
};

export const resultAnswer = async (context: Context, system: System, result: RunResult): Promise<Answer | Refusal> => {
  const loaded = await system.load(result.run);
  if (isRefusal(loaded)) return loaded;
  const picture = await pictureOf(system, loaded.card);
  if (isRefusal(picture)) return picture;
  const ways = {
    again: `cairn run ${picture.run}${has(context.given, "hand") ? " --hand" : ""}`,
    anew: loaded.protocol.again?.(loaded.state) ?? null,
  };
  const made = result.status === "ended" ? await madeIn(system, picture) : null;
  const decisions = new Map(picture.decisions.map((decision) => [decision.key, decision]));
  return {
    exit: exitOf(result),
    json: {
      run: result.run,
      status: result.status,
      phase: picture.phase,
      ended: result.status === "ended" ? { good: result.good === true, summary: result.summary } : null,
      waiting: result.waiting.map((waiting) => ({
        ...waiting,
        ...(decisions.has(waiting.key) ? { options: decisions.get(waiting.key)?.options } : {}),
      })),
      ...(made === null
        ? {}
        : { made: { branch: made.branch, landed: picture.work?.landed ?? 0, from: made.from, to: made.to, files: made.files } }),
    },
    text: (page) =>
      [
        "",
        ...pictureLines({ ...picture, decisions: [] }, page, context.now()).filter((line) => line !== "waits for you: nothing"),
        ...headline(result, page),
        ...(made === null ? [] : madeLines(made, picture, page)),
        ...nextSteps(result, picture, ways, page),
      ].join("\n"),
  };
};
