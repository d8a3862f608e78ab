// Verbs `cairn diff` and `cairn open`: what a run changed, as lines or as a folder to try out.
import { shortId } from "../../core/words/short-id.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Difference, System } from "../../runtime/system.ts";
import { has } from "../flags/args.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import { changesLine, changesLines, checkFilesLines } from "../text/difference-text.ts";
import { type Page, fitted, paint } from "../terminal/layout.ts";
import { pickDelivery } from "../pick/pick-delivery.ts";
import type { Picture } from "../text/picture.ts";
import { asTyped } from "../../core/words/shell-word.ts";
import { type Answer, exits, type Verb } from "../verb.ts";
import { resumeTyped } from "../text/transcript-text.ts";

const words: Readonly<Record<Difference["is"], string>> = {
  landed: "landed",
  working: "is under way, and may still change",
  waiting: "hasn't landed yet",
  tried: "was tried, and never landed",
};

const headline = ({ run, unit, job, is, branch, from, to }: Difference): string => {
  const what = unit === null ? branch : `${unit} (${job ?? ""}) ${words[is]}`;
  return `run ${run}, ${cleanLine(what)}: ${shortId(from)}..${shortId(to)}`;
};

/** Work not included, and how to see it. */
const besides = ({ unit, run }: Difference, work: Picture["work"]): readonly string[] =>
  unit !== null || work === undefined
    ? []
    : work.waiting.map((one) =>
        cleanLine(
          `not in it: ${one.unit}, since ${one.why}: cairn diff ${run} ${asTyped(one.job)}`,
        ),
      );

const text = (
  difference: Difference,
  patch: string | null,
  work: Picture["work"],
  page: Page,
): string =>
  patch === null
    ? [
        paint(page, "strong", headline(difference)),
        ...changesLines(difference.files, page),
        changesLine(difference.files),
        ...[...checkFilesLines(difference), ...besides(difference, work)].map((line) =>
          fitted(line, page),
        ),
      ].join("\n")
    : clean(patch);

export const diff: Verb = {
  name: "diff",
  views: true,
  summary: "what a run, or one of its jobs, changed",
  args: [
    { word: "RUN", must: false, means: "the run; default: the only one to merge, else the latest" },
    {
      word: "JOB",
      must: false,
      means: "a job, or the unit it is about; all that landed if not said",
    },
  ],
  options: { patch: { means: "all changed lines", word: null, short: "p" } },
  example: ["cairn diff", "cairn diff 0198f3 task-2-1", "cairn diff 0198f3 --patch | less"],
  run: async (context) => {
    const system = await context.system();
    const picked = await pickDelivery(context, system, "diff", "[JOB]");
    if (isRefusal(picked)) return picked;
    const { card, rest } = picked;
    const delivery = await system.delivery();
    const difference = await delivery.diff(card.run, rest[0] ?? null);
    if (isRefusal(difference)) return difference;
    const patch = has(context.given, "patch") ? await delivery.patch(card.run, difference) : null;
    if (isRefusal(patch)) return patch;
    const picture = await system.picture(card.run);
    if (isRefusal(picture)) return picture;
    return {
      exit: exits.done,
      json: {
        ...difference,
        waiting: picture.work?.waiting ?? [],
        ...(patch === null ? {} : { patch }),
      },
      text: (page) => text(difference, patch, picture.work, page),
    };
  },
};

const states = {
  landed: "as it landed",
  working: "under way: only look, its job works there",
  waiting: "as it waits to land",
  tried: "as it was tried, and never landed",
} as const;

/** How a person can continue the agent's conversation; empty: impossible. */
const resumeLines = async (
  system: System,
  run: string,
  name: string | null,
): Promise<readonly string[]> => {
  const outputs = await system.outputs();
  const found = name === null ? null : await outputs.find(run, name);
  if (found === null || isRefusal(found)) return [];
  const transcript = await outputs.transcript(run, found.fence, 0);
  if (isRefusal(transcript) || transcript.resume === null) return [];
  return [`  talk on with its agent: ${resumeTyped(transcript.resume)}`];
};

export const open: Verb = {
  name: "open",
  person: "opening work of a run",
  summary: "bring a run's work, or one of its jobs', into a folder to look at and to try out",
  args: [
    { word: "RUN", must: false, means: "the run; as `cairn diff` finds it if not said" },
    {
      word: "JOB",
      must: false,
      means: "a job, or the unit it is about; all that landed if not said",
    },
  ],
  options: {
    close: { means: "give the folder back", word: null },
    yes: { means: "give it back though something was changed there, which is lost", word: null },
  },
  example: ["cairn open", "cairn open 0198f3 task-2-1", "cairn open 0198f3 task-2-1 --close"],
  run: async (context): Promise<Answer | Refusal> => {
    const system = await context.system();
    const picked = await pickDelivery(context, system, "open", "[JOB]");
    if (isRefusal(picked)) return picked;
    const { card, rest } = picked;
    const name = rest[0] ?? null;
    const delivery = await system.delivery();
    const typed = ["cairn open", card.run, ...(name === null ? [] : [asTyped(name)])].join(" ");
    if (has(context.given, "close")) {
      const closed = await delivery.close(card.run, name, has(context.given, "yes"));
      if (isRefusal(closed)) return closed;
      const said =
        closed.is === "none"
          ? "no folder of that name is open"
          : `given back: ${cleanLine(closed.folder)}`;
      return { exit: exits.done, json: closed, text: () => said };
    }
    const opened = await delivery.open(card.run, name);
    if (isRefusal(opened)) return opened;
    const { told, folder, own, unit, job, branch, is } = opened;
    for (const line of told) context.note(line);
    const resume = await resumeLines(system, card.run, job);
    const what = cleanLine(unit === null ? branch : `${unit} (${job ?? ""})`);
    return {
      exit: exits.done,
      json: opened,
      text: (page) =>
        fitted(
          [
            `${what}, ${states[is]}`,
            `  cd ${asTyped(folder)}`,
            ...resume,
            ...(own
              ? [`  what you change there lands nowhere; give it back: ${typed} --close`]
              : []),
          ].join("\n"),
          page,
        ),
    };
  },
};
