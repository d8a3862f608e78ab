// Verb `cairn open`: checks work out into a folder: in progress, left by a job, or all that landed.
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { asTyped } from "../../core/shell-word.ts";
import type { System } from "../../runtime/system.ts";
import { has } from "../args.ts";
import { fitted } from "../layout.ts";
import { cleanLine } from "../clean.ts";
import { resumeTyped } from "../transcript-text.ts";
import { pickDelivery } from "../pick-delivery.ts";
import { type Answer, exits, type Verb } from "../verb.ts";
import { agentMayNot } from "../who.ts";

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
    const no = await agentMayNot(context, system, "opening work of a run");
    if (no !== null) return no;
    const picked = await pickDelivery(context, system, "open", {
      min: 0,
      max: 1,
      words: "[JOB]",
      over: "newest",
    });
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
