// The verb that shows what a run or one of its jobs changed, landed or not.
import { isRefusal } from "../../core/refusal.ts";
import type { Difference } from "../../runtime/system.ts";
import { has } from "../args.ts";
import { clean, cleanLine } from "../clean.ts";
import { changesLines } from "../difference-text.ts";
import type { Page } from "../layout.ts";
import { pick } from "../pick.ts";
import type { Picture } from "../picture.ts";
import { asTyped } from "../quoted.ts";
import { paint } from "../style.ts";
import { exits, type Verb } from "../verb.ts";

const words: Readonly<Record<Difference["is"], string>> = {
  landed: "landed",
  working: "is under way, and may still change",
  waiting: "hasn't landed yet",
  tried: "was tried, and never landed",
};

const short = (commit: string): string => commit.slice(0, 12);

const headline = ({ unit, job, is, branch, from, to }: Difference): string => {
  const what = unit === null ? branch : `${unit} (${job ?? ""}) ${words[is]}`;
  return `${cleanLine(what)}: ${short(from)}..${short(to)}`;
};

/** What isn't in it, and how to see that. */
const besides = ({ unit, run }: Difference, work: Picture["work"]): readonly string[] =>
  unit !== null || work === undefined
    ? []
    : work.waiting.map((one) => cleanLine(`not in it: ${one.unit}, since ${one.why}: cairn diff ${run} ${asTyped(one.job)}`));

const text = (difference: Difference, patch: string | null, work: Picture["work"], page: Page): string =>
  patch === null
    ? [paint(page, "strong", headline(difference)), ...changesLines(difference.files, page), ...besides(difference, work)].join("\n")
    : clean(patch);

export const diff: Verb = {
  name: "diff",
  summary: "what a run changed, file by file, or one of its jobs, whether or not that has landed",
  args: [
    { word: "RUN", must: false, means: "the run; the only live one if not said, else the one that was at work last" },
    { word: "JOB", must: false, means: "a job, or the unit it is about; all that landed if not said" },
  ],
  options: { patch: { means: "all changed lines", word: null, short: "p" } },
  example: ["cairn diff", "cairn diff 0198f3 task-2-1", "cairn diff 0198f3 --patch | less"],
  run: async (context) => {
    const system = await context.system();
    const picked = await pick(context, system, { min: 0, max: 1, words: "[JOB]", over: "newest" });
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
      json: { ...difference, waiting: picture.work?.waiting ?? [], ...(patch === null ? {} : { patch }) },
      text: (page) => text(difference, patch, picture.work, page),
    };
  },
};
