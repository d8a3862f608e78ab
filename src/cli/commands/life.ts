// Verb `cairn pause`, `resume`, `cancel`, `rollback`, `archive`, `unarchive`: verbs of a run's life.
import type { Message } from "../../core/message.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import { resumeLine } from "../../core/resume-line.ts";
import type { Card } from "../../core/row.ts";
import type { Over, System } from "../../runtime/system.ts";
import { type Args, has, last, type Option, type Options } from "../args.ts";
import { compose, type Form, formOf, formOptions, inFlags } from "../compose.ts";
import { guess, pick } from "../pick.ts";
import { sentAnswer } from "../sent.ts";
import type { Context, Verb } from "../verb.ts";
import { verbs } from "../verbs.ts";
import { asker, tokenOption } from "../who.ts";

/** The command that a verb sends to this run: a run that is over is reopened instead of resumed. */
export const messageOf = async (
  system: System,
  card: Card,
  verb: string,
): Promise<Message | Refusal> => {
  const protocol = await system.protocol(card.protocol);
  if (isRefusal(protocol)) return protocol;
  const again = verb === "resume" && card.life === "over";
  if (again && protocol.verbs["reopen"] === undefined)
    return refuse(
      "RUN_OVER",
      `this run is over, and ${card.protocol} takes none up again as a whole`,
      {
        fits: `${protocol.verbs["rollback"] === undefined ? "" : "`cairn rollback` takes up a part of one that is complete; else "}archive it, and start another one`,
      },
    );
  const type = protocol.verbs[again ? "reopen" : verb];
  const message =
    type === undefined
      ? undefined
      : (await system.messages(card.protocol)).find((candidate) => candidate.type === type);
  return (
    message ??
    refuse("VERB_UNSUPPORTED", `${card.protocol} has no ${verb}`, {
      fits: `it has: ${Object.keys(protocol.verbs)
        .filter((name) => name in verbs)
        .join(", ")}`,
    })
  );
};

/** Which run to use if none is named and none is live; absent: the verb is for live runs. */
const overOf: Readonly<Record<string, Over>> = {
  archive: "only",
  resume: "only",
  rollback: "only",
  unarchive: "away",
};

/** The flags of all protocols that know the verb, by name: the run, and so its protocol, isn't known before the arguments are parsed. */
const flagsOfAll = async (system: System, verb: string): Promise<Options> => {
  const found = new Map<string, { readonly option: Option; readonly of: readonly string[] }>();
  for (const name of system.protocols) {
    const protocol = await system.protocol(name);
    const types = isRefusal(protocol)
      ? []
      : [protocol.verbs[verb], ...(verb === "resume" ? [protocol.verbs["reopen"]] : [])];
    const forms = (await system.messages(name))
      .filter(({ type }) => types.includes(type))
      .map(formOf);
    for (const [flag, option] of forms.flatMap((form) => Object.entries(formOptions(form)))) {
      const { of } = found.get(flag) ?? { of: [] };
      found.set(flag, {
        option: found.get(flag)?.option ?? option,
        of: [...new Set([...of, name])],
      });
    }
  }
  return Object.fromEntries(
    [...found].map(([flag, { option, of }]) => [
      flag,
      of.length === system.protocols.length
        ? option
        : { ...option, means: `${option.means} (${of.join(", ")})` },
    ]),
  );
};

export const destructive: Options = { yes: { means: "don't ask", word: null, short: "y" } };

/** The loss that a verb causes, stated beforehand. */
export type Loss = { readonly says: string; readonly asks: (run: string, given: Args) => string };

/** Incomplete commands are refused without confirmation. */
const lacks = ({ schema }: Form, data: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(schema["required"]) &&
  schema["required"].some((key: unknown) => typeof key === "string" && !Object.hasOwn(data, key));

export const confirmed = async (
  context: Context,
  card: Card,
  loss: Loss,
): Promise<Refusal | null> => {
  if (has(context.given, "yes")) return null;
  if (!context.asks)
    return refuse("CONFIRMATION_MISSING", `this ${loss.says}`, {
      fits: "if that is meant, add --yes",
    });
  const question = `${loss.asks(`${card.run} (${card.protocol}, ${card.phase})`, context.given)}?`;
  return (await context.ask.agree(question, false))
    ? null
    : refuse("CONFIRMATION_MISSING", "nothing was changed", { fits: "y, or --yes" });
};

const meansRun = (verb: string): string => {
  const over = overOf[verb];
  if (over === "away") return "the run; the only one that was put away if not said";
  return over === undefined
    ? "the run; the only live one if not said"
    : "the run; the only live one if not said, else the only one that is over";
};

/** What stays of a cancelled run, and whether it can be taken up again. */
const afterCancel = async (system: System, { run, protocol: name }: Card): Promise<string> => {
  const [protocol, picture] = [await system.protocol(name), await system.picture(run)];
  const landed = isRefusal(picture) || picture.work?.dropped === true ? 0 : picture.work?.landed;
  const again = isRefusal(protocol) ? null : resumeLine(run, protocol);
  return [
    ...((landed ?? 0) > 0 ? [`what has landed stays on its branch: cairn merge ${run}`] : []),
    again === null ? `${name} takes no cancelled run up again` : `take the run up again: ${again}`,
  ].join("\n  ");
};

const lifeVerb = (
  name: string,
  summary: string,
  example: readonly string[],
  loss: Loss | null = null,
): Verb => ({
  name,
  summary,
  args: [{ word: "RUN", must: false, means: meansRun(name) }],
  options: { ...tokenOption, ...(loss === null ? {} : destructive) },
  example,
  follows:
    "Its other flags follow from the run: here are those of its protocol, or where no run is meant those of all protocols",
  flags: async (context) => {
    const system = await context.system();
    const card = await guess(context, system, overOf[name]);
    const message = card === null ? null : await messageOf(system, card, name);
    return message === null || isRefusal(message)
      ? flagsOfAll(system, name)
      : formOptions(formOf(message));
  },
  run: async (context) => {
    const system = await context.system();
    const over = overOf[name];
    const picked = await pick(context, system, {
      min: 0,
      max: 0,
      words: "",
      ...(over === undefined ? {} : { over }),
    });
    if (isRefusal(picked)) return picked;
    const { card } = picked;
    const message = await messageOf(system, card, name);
    if (isRefusal(message)) return message;
    const form = formOf(message);
    const composed = await compose(form, context.given, [], context.read);
    if (isRefusal(composed)) return composed;
    const by = await asker(context, system, card.run);
    if (isRefusal(by)) return by;
    const no =
      loss === null || lacks(form, composed.data) ? null : await confirmed(context, card, loss);
    if (no !== null) return no;
    const sent = await system.send(card.run, [{ type: message.type, data: composed.data }], by);
    return sentAnswer(system, card.protocol, isRefusal(sent) ? inFlags(sent, form) : sent, {
      after: name === "cancel" ? await afterCancel(system, card) : null,
      goesOn: name === "resume" || name === "rollback",
      warns: name === "resume",
    });
  },
});

export const pause = lifeVerb(
  "pause",
  "start nothing new; what is under way ends and is recorded",
  ["cairn pause 0198f3"],
);
export const resume = lifeVerb(
  "resume",
  "take up a paused run, or with --reason or --retry one that failed or was cancelled; starts no agent",
  [
    "cairn resume 0198f3",
    'cairn resume 0198f3 --reason "the server is back"',
    "cairn resume WFR-feature-tdd-20260317-143022 --retry",
  ],
);
export const cancel = lifeVerb(
  "cancel",
  "end a run and stop its jobs; what has landed stays on its branch",
  ['cairn cancel 0198f3 --reason "not needed any more"'],
  {
    says: "ends the run and stops its jobs; what has landed stays on its branch",
    asks: (run) => `End the run and stop its jobs: ${run}`,
  },
);
export const rollback = lifeVerb(
  "rollback",
  "put a run's record back to an earlier point or unit; your checkout stays as it is",
  ['cairn rollback 0198f3 --to CP-01 --reason "wrong plan"'],
  {
    says: "puts the record back and stops the jobs of what is undone; no file of the tree changes",
    asks: (run, given) => `Put the record of ${run} back to ${last(given, "to") ?? "that point"}`,
  },
);
export const archive = lifeVerb(
  "archive",
  "move the folder of a run that is over into the archive",
  ["cairn archive 0198f3"],
);
export const unarchive = lifeVerb("unarchive", "move the folder back from the archive", [
  "cairn unarchive 0198f3",
]);
