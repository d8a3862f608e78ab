// Final answer when driving stops: the run's state and the next commands to type.
import { runStates } from "../core/state-words.ts";
import { Fault, isRefusal, type Refusal } from "../core/refusal.ts";
import type { Attempt, Difference, RunResult, System } from "../runtime/system.ts";
import { has } from "./args.ts";
import { timeText } from "./at-work.ts";
import { usageText } from "../core/usage-text.ts";
import { clean, cleanLine } from "./clean.ts";
import { alternatives, fitted, flowed, type Page } from "./layout.ts";
import { changesLine, changesLines, checkFilesLines, uncommittedLines } from "./difference-text.ts";
import { hasRemote } from "./pull-request/remote.ts";
import { decisionLines, lineOf, pictureLines, unitUsage } from "./picture-text.ts";
import { type Picture, pictureOf } from "./picture.ts";
import { paint } from "./style.ts";
import { type Answer, type Context, exits } from "./verb.ts";
import { count } from "./words.ts";

const exitOf = ({ status, good }: RunResult): number => {
  if (status === "interrupted") return exits.interrupted;
  if (status !== "ended") return exits.waiting;
  return good === true ? exits.done : exits.unsuccessful;
};

/** Maximum of file names at the end of a run. */
const mostFiles = 12;

/** Its landed changes; null: no places, nothing landed, or not on this machine. */
const madeIn = async (system: System, { run, work }: Picture): Promise<Difference | null> => {
  if (work === undefined || work.landed === 0 || work.dropped) return null;
  try {
    const made = await (await system.delivery()).diff(run, null);
    return isRefusal(made) ? null : made;
  } catch (error) {
    if (error instanceof Fault && ["COMMIT_AWAY", "REMOTE_FAILED"].includes(error.code))
      return null;
    throw error;
  }
};

/** Totals: proofs, duration, and cost as reported by agents' programs. */
const sumLines = (
  picture: Picture,
  attempts: readonly Attempt[],
  page: Page,
): readonly string[] => {
  const { evidence, claims, usage, startedAt, at } = picture;
  const took = usage === undefined ? "" : usageText(usage);
  const rows: readonly (readonly [string, string])[] = [
    [
      evidence.met === undefined ? "proved" : "criteria",
      [
        ...(evidence.of === 0
          ? []
          : [evidence.met ?? `${evidence.have} of ${count(evidence.of, "criterion", "criteria")}`]),
        ...claims,
      ].join(", "),
    ],
    ["time", startedAt === null ? "" : timeText(Date.parse(at) - Date.parse(startedAt), attempts)],
    [
      "agents",
      took === "" || usage === undefined ? "" : `${took}, as ${count(usage.jobs, "job")} told`,
    ],
  ];
  return [
    ...rows.flatMap(([word, text]) => (text === "" ? [] : lineOf(word, text, page))),
    ...(usage === undefined ? [] : unitUsage(usage)),
  ];
};

/** `asks`: whether a pull request can be opened. */
const madeLines = (
  made: Difference,
  { run, work }: Picture,
  asks: boolean,
  page: Page,
): readonly string[] => [
  ...lineOf("files", changesLine(made.files), page),
  ...changesLines(made.files, page, mostFiles),
  ...[...checkFilesLines(made), ...uncommittedLines(made.uncommitted, false)].map((line) =>
    fitted(line, page),
  ),
  `  look: cairn diff ${run} --patch`,
  work?.merged?.whole === true
    ? `  take the merge back: cairn undo ${run}`
    : alternatives([`take it: cairn merge ${run}`, `give it up: cairn drop ${run}`], page).join(
        "\n",
      ),
  ...(asks && work?.merged?.whole !== true
    ? [`  let others look at it first: cairn pr ${run}`]
    : []),
  "",
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
          flowed(`stopped and recorded as interrupted: ${stopped.map(cleanLine).join(", ")}`, page),
          ...alternatives([resume, look, `end the run: cairn cancel ${run}`], page),
        ];
      return [
        flowed(
          jobs.some(({ is }) => is === "running")
            ? "stopped driving this run: jobs under way go on by themselves, and what they did is read when you resume"
            : "stopped driving this run: no job is under way",
          page,
        ),
        ...alternatives([resume, look], page),
        ...alternatives(
          [
            `start nothing new: cairn pause ${run}`,
            `end the run and stop its jobs: cairn cancel ${run}`,
          ],
          page,
        ),
      ];
  }
};

/** The picture of a finished run without the parts in its totals. */
const withoutSums = (picture: Picture): Picture => {
  const { usage: _usage, unproved: _unproved, bent: _bent, ...rest } = picture;
  return { ...rest, evidence: { have: 0, of: 0 }, claims: [] };
};

const headline = (
  { status, summary }: RunResult,
  { state }: Picture,
  page: Page,
): readonly string[] => {
  if (status !== "ended") return [];
  return ["", paint(page, runStates[state].shade, flowed(clean(summary), page))];
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
  const attempts = over ? await system.timeline(result.run) : [];
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
      ...(made === null
        ? {}
        : {
            made: {
              branch: made.branch,
              landed: picture.work?.landed ?? 0,
              from: made.from,
              to: made.to,
              files: made.files,
              checkFiles: made.checkFiles,
              uncommitted: made.uncommitted,
            },
          }),
    },
    text: (page) =>
      [
        "",
        ...pictureLines(over ? withoutSums(picture) : picture, page, context.now(), false),
        ...headline(result, picture, page),
        ...(made === null ? [] : madeLines(made, picture, asks, page)),
        ...(over ? sumLines(picture, isRefusal(attempts) ? [] : attempts, page) : []),
        ...nextSteps(result, picture, ways, page),
      ].join("\n"),
  };
};
