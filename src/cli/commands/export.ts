// Why: a run can be taken along, kept apart and checked by whoever has the file.
import { resolve } from "node:path";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import { has, last } from "../args.ts";
import { cleanJson } from "../clean.ts";
import { pick } from "../pick.ts";
import { type Answer, exits, type Verb } from "../verb.ts";
import { count } from "../words.ts";

export const exportVerb: Verb = {
  name: "export",
  summary: "write a run as text, one JSON line an event, its chain intact",
  args: [{ word: "RUN", must: false, means: "the run; the only live one if not said, else the only one that is over" }],
  options: {
    to: { means: "a new file; standard output if not said", word: "FILE" },
    "without-outputs": { means: "leave out the outputs that were kept as proof: they may be large, and say much", word: null },
  },
  example: ["cairn export 0198f3 --to login.jsonl", "cairn export 0198f3 | gzip > login.jsonl.gz"],
  run: async (context): Promise<Answer | Refusal> => {
    const system = await context.system();
    const picked = await pick(context, system, { min: 0, max: 0, words: "", over: "only" });
    if (isRefusal(picked)) return picked;
    const { run } = picked.card;
    const exported = await system.export(run, !has(context.given, "without-outputs"));
    if (isRefusal(exported)) return exported;
    const { events, lines } = exported;
    const to = last(context.given, "to");
    if (to === null) {
      for await (const line of lines) {
        const value: unknown = JSON.parse(line);
        context.tell({ json: value, text: () => cleanJson(line) });
      }
      return { exit: exits.done };
    }
    const path = resolve(context.cwd, to);
    const { writeLines } = await import("../line-file.ts");
    if ((await writeLines(path, lines)) === null)
      return refuse("FILE_PRESENT", `${path} is there already`, { fits: "name a file that isn't there yet" });
    return {
      exit: exits.done,
      json: { run, events, file: path },
      text: () => `${count(events, "event")} of run ${run} in ${path}\n  check it or bring it back: cairn restore ${to} --dry-run`,
    };
  },
};
