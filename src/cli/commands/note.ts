// Verb `cairn note`: adds a note to agents' briefs, from their next attempt on.
import { isRefusal } from "../../core/refusal.ts";
import { last } from "../flags/args.ts";
import { sentence } from "../flags/compose.ts";
import { pick } from "../pick/pick.ts";
import { sentAnswer } from "../text/sent.ts";
import type { Verb } from "../verb.ts";
import { speaker } from "../who.ts";

export const note: Verb = {
  name: "note",
  person: "telling agents something in a person's name",
  summary: "tell the agents of a task, or of the whole run, something with their next briefs",
  args: [
    { word: "RUN", must: false, means: "the run; the only live one if not said" },
    {
      word: "TEXT",
      must: true,
      means: 'what they are told, also @FILE, or - for standard input; "" takes a note back',
    },
  ],
  options: {
    task: {
      means: "the task, unit, story or node that it is for; of the whole run if not said",
      word: "TASK",
    },
  },
  follows:
    "An agent that is at work isn't interrupted and reads it in its next attempt; `cairn stop` begins one at once",
  example: [
    'cairn note "Use the existing logger" --task 2',
    'cairn note "The staging database is down"',
    'cairn note "" --task 2',
  ],
  run: async (context) => {
    const system = await context.system();
    const picked = await pick(context, system, { words: "TEXT" });
    if (isRefusal(picked)) return picked;
    const [said = ""] = picked.rest;
    const unit = last(context.given, "task");
    const data = { ...(unit === null ? {} : { unit }), note: await sentence(said, context.read) };
    const sent = await system.send(
      picked.card.run,
      [{ type: "SetNote", data }],
      await speaker(context, system),
    );
    return sentAnswer(system, picked.card.protocol, sent);
  },
};
