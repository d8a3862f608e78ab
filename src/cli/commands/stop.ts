// Verb `cairn stop`: ends one job of a running run, which is due again.
import { isRefusal } from "../../core/refusal.ts";
import { last } from "../args.ts";
import { sentence } from "../compose.ts";
import { pick } from "../pick.ts";
import { exits, type Verb } from "../verb.ts";
import { agentMayNot, speaker } from "../who.ts";

export const stop: Verb = {
  name: "stop",
  summary: "stop one job that is under way; it begins again while a runner is there",
  args: [
    { word: "RUN", must: false, means: "the run; the only live one if not said" },
    { word: "JOB", must: true, means: "the job, by its key or by its task, unit, story or node" },
  ],
  options: {
    note: { means: "what the next attempt is told beside its brief, also @FILE", word: "TEXT" },
  },
  follows:
    "What it did until then stays visible: `cairn output JOB`. To keep it from beginning again, pause the run first",
  example: ["cairn stop 2", 'cairn stop 2 --note "Leave the schema as it is"'],
  run: async (context) => {
    const system = await context.system();
    const no = await agentMayNot(context, system, "stopping a job");
    if (no !== null) return no;
    const picked = await pick(context, system, { min: 1, max: 1, words: "JOB" });
    if (isRefusal(picked)) return picked;
    const [name = ""] = picked.rest;
    const { run } = picked.card;
    const said = last(context.given, "note");
    const note =
      said === null
        ? {}
        : {
            note: { text: await sentence(said, context.read), by: await speaker(context, system) },
          };
    const stopped = await system.stop(run, name, note);
    if (isRefusal(stopped)) return stopped;
    return {
      exit: exits.done,
      json: stopped,
      text: () => `${stopped.job} was stopped; it is due again`,
    };
  },
};
