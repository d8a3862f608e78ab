// Final answer when driving stops: the run's state and the next commands to type.
import { isToMerge } from "../../core/words/wrong-lines.ts";
import { Fault, isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Difference, RunResult, System } from "../../runtime/system.ts";
import { has } from "../flags/args.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import { refused } from "../failure.ts";
import { type Answer, type Context, exits } from "../verb.ts";
import { agentMayNot, speaker } from "../who.ts";
import { whileOpen } from "../decide/while-open.ts";
import { QuestionLeft } from "../world.ts";
import { runStates } from "../../core/words/states.ts";
import { type Page, alternatives, fitted, paint } from "../terminal/layout.ts";
import { nextLines } from "../text/delivery-text.ts";
import {
  changesLine,
  changesLines,
  checkFilesLines,
  uncommittedLines,
} from "../text/difference-text.ts";
import { hasRemote } from "../pull-request/remote.ts";
import { decisionLines, lineOf, pictureLines } from "../text/picture-text.ts";
import { type Picture, pictureOf } from "../text/picture.ts";

/** Its work that can be merged now; null: none. */
const unmerged = async (
  system: System,
  run: string,
): Promise<{ readonly branch: string } | null> => {
  const picture = await system.picture(run);
  const work = isRefusal(picture) ? undefined : picture.work;
  return work !== undefined && isToMerge({ work }) ? work : null;
};

/** A cancelled prompt means no: the run is over anyway. */
const agreed = async (
  context: Context,
  system: System,
  run: string,
  question: string,
): Promise<boolean | "elsewhere"> => {
  const isOpen = async (): Promise<boolean> => (await unmerged(system, run)) !== null;
  try {
    return await whileOpen(context, system, isOpen, ({ ask }) => ask.agree(question, false));
  } catch (error) {
    if (error instanceof QuestionLeft) return false;
    throw error;
  }
};

/** The run's answer, with the merge's result after a yes. The exit code stays the run's. */
export const offered = async (
  context: Context,
  system: System,
  answer: Answer | Refusal,
  { run, good, status }: RunResult,
): Promise<Answer | Refusal> => {
  if (
    isRefusal(answer) ||
    status !== "ended" ||
    good !== true ||
    !context.asks ||
    has(context.given, "json")
  )
    return answer;
  const work = await unmerged(system, run);
  if (work === null) return answer;
  if ((await agentMayNot(context, system, "merging a run")) !== null) return answer;
  context.tell({ json: null, text: (page) => answer.text?.(page) ?? "" });
  const question = `Merge ${cleanLine(work.branch)} into what is checked out now?`;
  const said = await agreed(context, system, run, question);
  if (said === "elsewhere")
    return { exit: answer.exit, text: () => "its work was merged or dropped elsewhere meanwhile" };
  if (!said)
    return { exit: answer.exit, text: () => `it stays on its branch; later: cairn merge ${run}` };
  const { mergeAnswer } = await import("../commands/merge.ts");
  const merged = await mergeAnswer(system, run, await speaker(context, system), false);
  const told = isRefusal(merged) ? refused(merged) : merged;
  return { exit: answer.exit, text: (page) => told.text?.(page) ?? "" };
};

const exitOf = ({ status, good }: RunResult): number => {
  if (status === "interrupted") return exits.interrupted;
  if (status !== "ended") return exits.waiting;
  return good === true ? exits.done : exits.unsuccessful;
};

/** Maximum of file names at the end of a run. */
const mostFiles = 12;

/** Its landed changes; null: nothing landed, or not on this machine. */
const madeIn = async (system: System, { run, work }: Picture): Promise<Difference | null> => {
  if (work === undefined || work.landed === 0 || work.dropped) return null;
  const delivery = await system.delivery();
  const made = await delivery.diff(run, null).catch((error: unknown) => {
    if (error instanceof Fault && ["COMMIT_AWAY", "REMOTE_FAILED"].includes(error.code))
      return null;
    throw error;
  });
  return made === null || isRefusal(made) ? null : made;
};

/** @param asks a pull request can be opened */
const madeLines = (
  made: Difference,
  picture: Picture,
  asks: boolean,
  page: Page,
): readonly string[] => [
  ...lineOf("files", changesLine(made.files), page),
  ...changesLines(made.files, page, mostFiles),
  ...[...checkFilesLines(made), ...uncommittedLines(made.uncommitted, false)].map((line) =>
    fitted(line, page),
  ),
  ...nextLines(picture, null, asks).map((line) => `  ${line}`),
];

type Ways = {
  /** The command to continue the run in the same way. */
  readonly again: string;
  /** The command to start the same again; null: not supported by its protocol. */
  readonly anew: string | null;
  /** Jobs stopped by a second Ctrl-C; null: none pressed. */
  readonly stopped: readonly string[] | null;
};

const nextSteps = (
  result: RunResult,
  { run, decisions, jobs }: Picture,
  { again, anew, stopped }: Ways,
  page: Page,
): readonly string[] => {
  const [resume, look] = [`resume: ${again}`, `look: cairn status ${run}`];
  switch (result.status) {
    case "ended":
      return [
        ...alternatives([`proofs: cairn evidence ${run}`, `events: cairn log ${run}`], page),
        ...(anew === null
          ? []
          : alternatives(
              [
                `put it away: cairn archive ${run}`,
                `play it again: cairn ${anew}`,
                "or leave it as it is",
              ],
              page,
            )),
      ];
    case "waiting":
      return [
        ...decisions.flatMap((decision) => ["", ...decisionLines(decision, page)]),
        "",
        `then resume: ${again}`,
      ];
    case "paused":
      return [];
    case "outside":
      return [
        "all remaining jobs wait for an external worker:",
        ...result.waiting.map(({ key, what }) => `  ${clean(key)} ${clean(what)}`),
        `  when it is reported, resume: ${again}`,
      ];
    case "interrupted":
      if (stopped !== null && stopped.length > 0)
        return [
          fitted(`stopped and recorded as interrupted: ${stopped.map(cleanLine).join(", ")}`, page),
          ...alternatives([resume, look, `end the run: cairn stop --cancel ${run}`], page),
        ];
      return [
        fitted(
          jobs.some(({ is }) => is === "running")
            ? "stopped driving this run: jobs under way go on by themselves, and what they did is read when you resume"
            : "stopped driving this run: no job is under way",
          page,
        ),
        ...alternatives([resume, look], page),
        ...alternatives(
          [
            `start nothing new: cairn stop ${run}`,
            `end the run and stop its jobs: cairn stop --cancel ${run}`,
          ],
          page,
        ),
      ];
  }
};

/** Without what the words of its end and its files say. */
const besidesEnd = (picture: Picture): Picture => {
  const { unproved: _unproved, bent: _bent, ...rest } = picture;
  return rest;
};

const headline = (
  { status, summary }: RunResult,
  { state }: Picture,
  page: Page,
): readonly string[] => {
  if (status !== "ended") return [];
  return ["", paint(page, runStates[state].shade, fitted(clean(summary), page))];
};

export const resultAnswer = async (
  context: Context,
  system: System,
  result: RunResult,
  stopped: Ways["stopped"] = null,
): Promise<Answer | Refusal> => {
  const loaded = await system.load(result.run);
  if (isRefusal(loaded)) return loaded;
  const picture = await pictureOf(system, loaded.card);
  if (isRefusal(picture)) return picture;
  const ways = {
    again: `cairn run ${picture.run}${has(context.given, "hand") ? " --hand" : ""}`,
    anew: loaded.protocol.again?.(loaded.state) ?? null,
    stopped,
  };
  const over = result.status === "ended";
  const made = result.status === "ended" ? await madeIn(system, picture) : null;
  const asks = made !== null && (await hasRemote({ cwd: system.root, env: context.env }));
  const decisions = new Map(picture.decisions.map((decision) => [decision.key, decision]));
  return {
    exit: exitOf(result),
    json: {
      run: result.run,
      status: result.status,
      phase: picture.phase,
      ended:
        result.status === "ended" ? { good: result.good === true, summary: result.summary } : null,
      waiting: result.waiting.map((waiting) => ({
        ...waiting,
        ...(decisions.has(waiting.key) ? { options: decisions.get(waiting.key)?.options } : {}),
      })),
      ...(stopped === null ? {} : { stopped }),
      ...(made === null ? {} : { made: { ...made, landed: picture.work?.landed ?? 0 } }),
    },
    text: (page) =>
      [
        "",
        ...pictureLines(over ? besidesEnd(picture) : picture, page, context.now(), "elsewhere"),
        ...headline(result, picture, page),
        ...(made === null ? [] : madeLines(made, picture, asks, page)),
        ...nextSteps(result, picture, ways, page),
      ].join("\n"),
  };
};
