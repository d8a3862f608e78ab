// Verb `cairn send`: sends any command of any protocol to a run.
import type { Message } from "../../core/message.ts";
import { isOver } from "../../core/over.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { System } from "../../runtime/system.ts";
import { compose, formOf, formOptions, inFlags } from "../flags/compose.ts";
import { suggestion } from "../help/nearest.ts";
import { guess, pick, type Rest } from "../pick/pick.ts";
import { sentAnswer } from "../text/sent.ts";
import type { Verb } from "../verb.ts";
import { asker, tokenOption } from "../who.ts";

const rest: Rest = { words: "COMMAND" };

const find = (messages: readonly Message[], type: string): Message | Refusal =>
  messages.find((message) => message.type === type) ??
  refuse("COMMAND_UNKNOWN", `there is no command \`${type.slice(0, 64)}\``, {
    fits: suggestion(
      type,
      messages.map((message) => message.type),
    ),
  });

/** Protocols of live runs first: their commands are probably meant. */
const byLive = async (system: System): Promise<readonly string[]> => {
  const runs = await system.runs();
  const live = new Set(runs.filter(({ life }) => !isOver(life)).map(({ protocol }) => protocol));
  return [...live, ...system.protocols.filter((name) => !live.has(name))];
};

export const send: Verb = {
  name: "send",
  summary: "send one command to a run",
  args: [
    { word: "RUN", must: false, means: "the run; the only live one if not said" },
    { word: "COMMAND", must: true, means: "its name, as `cairn schema` lists them" },
  ],
  options: tokenOption,
  follows: "Each command has flags of its own: `cairn send COMMAND --help` lists them",
  example: [
    'cairn send 0198f3 Waive --unit 2 --reason "there is no sandbox to test it in"',
    "cairn send 0198f3 SetUnits --data @units.json",
  ],
  flags: async (context) => {
    const system = await context.system();
    const card = await guess(context, system);
    // Values of unknown flags may be among the words: the command is the first word that names one.
    for (const protocol of card === null ? await byLive(system) : [card.protocol]) {
      const messages = await system.messages(protocol);
      const type = context.words.find((word) => messages.some((message) => message.type === word));
      const message = messages.find((candidate) => candidate.type === type);
      if (message !== undefined) return formOptions(formOf(message));
    }
    return {};
  },
  run: async (context) => {
    const system = await context.system();
    const picked = await pick(context, system, rest);
    if (isRefusal(picked)) return picked;
    const { card } = picked;
    const message = find(await system.messages(card.protocol), picked.rest[0] ?? "");
    if (isRefusal(message)) return message;
    const composed = await compose(
      { ...formOf(message), words: [] },
      context.given,
      [],
      context.read,
    );
    if (isRefusal(composed)) return composed;
    const by = await asker(context, system, card.run);
    if (isRefusal(by)) return by;
    const sent = await system.send(
      card.run,
      [{ type: message.type, data: composed.data }, ...composed.then],
      by,
    );
    return sentAnswer(
      system,
      card.protocol,
      isRefusal(sent) ? inFlags(sent, formOf(message)) : sent,
    );
  },
};
