// Verbs `cairn stop`, `resume` and `archive`: a run's life, each with what undoes or ends it.
import type { Message } from "../../core/message.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { Over, System } from "../../runtime/system.ts";
import { type Args, commonOptions, has, last, type Option, type Options } from "../flags/args.ts";
import { compose, type Form, formOf, formOptions, inFlags, sentence } from "../flags/compose.ts";
import { afterAct, typedFor, unsaid, withNext } from "../next-acts.ts";
import { guess, pick } from "../pick/pick.ts";
import { sentAnswer } from "../text/sent.ts";
import { type Answer, type Arg, type Context, exits, type Verb } from "../verb.ts";
import { agentMayNot, asker, speaker, tokenOption } from "../who.ts";

/** The command that an act sends to this run: a run that is over is reopened instead of resumed. */
export const messageOf = async (
  system: System,
  card: Card,
  act: string,
): Promise<Message | Refusal> => {
  const protocol = await system.protocol(card.protocol);
  if (isRefusal(protocol)) return protocol;
  const again = act === "resume" && card.life === "over";
  if (again && protocol.verbs["reopen"] === undefined)
    return refuse(
      "RUN_OVER",
      `this run is over, and ${card.protocol} takes none up again as a whole`,
      {
        fits: `${protocol.verbs["rollback"] === undefined ? "" : "`cairn resume --to` takes up a part of one that is complete; else "}archive it, and start another one`,
      },
    );
  const type = protocol.verbs[again ? "reopen" : act];
  const message =
    type === undefined
      ? undefined
      : (await system.messages(card.protocol)).find((candidate) => candidate.type === type);
  return (
    message ??
    refuse("VERB_UNSUPPORTED", `${card.protocol} knows no \`${typedFor(act, card.run)}\``, {
      fits: Object.keys(protocol.verbs)
        .filter((name) => !["reopen", "start", "adopt"].includes(name))
        .map((name) => typedFor(name, card.run))
        .join("\n  "),
    })
  );
};

type Forms = readonly (readonly [protocol: string, form: Form])[];

/** Those of all protocols that know the act: the run, and so its protocol, isn't known before the arguments are parsed. */
const formsOfAll = async (system: System, act: string): Promise<Forms> => {
  const asked = act === "resume" ? [act, "reopen"] : [act];
  const all = await Promise.all(
    system.protocols.map(async (name) => {
      const protocol = await system.protocol(name);
      const types = isRefusal(protocol) ? [] : asked.map((one) => protocol.verbs[one]);
      const messages = await system.messages(name);
      return messages.flatMap((one): Forms =>
        types.includes(one.type) ? [[name, formOf(one)]] : [],
      );
    }),
  );
  return all.flat();
};

export const destructive: Options = { yes: { means: "don't ask", word: null, short: "y" } };

/** The loss that a verb causes, stated beforehand. */
type Loss = { readonly says: string; readonly asks: (run: string, given: Args) => string };

/** Incomplete commands are refused without confirmation. */
const lacks = ({ schema }: Form, data: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(schema["required"]) &&
  schema["required"].some((key: unknown) => typeof key === "string" && !Object.hasOwn(data, key));

/**
 * Asks before something is lost or added, unless --yes was given.
 * @param says what it is, for a refusal
 * @param question the same, as a question
 */
export const confirmed = async (
  context: Context,
  says: string,
  question: string,
): Promise<Refusal | null> => {
  if (has(context.given, "yes")) return null;
  if (!context.asks)
    return refuse("CONFIRMATION_MISSING", says, { fits: "if that is meant, add --yes" });
  return (await context.ask.agree(question, false))
    ? null
    : refuse("CONFIRMATION_MISSING", "nothing was changed", { fits: "y, or --yes" });
};

export const lossConfirmed = (
  context: Context,
  { run, protocol, phase }: Card,
  { says, asks }: Loss,
): Promise<Refusal | null> =>
  confirmed(context, `this ${says}`, `${asks(`${run} (${protocol}, ${phase})`, context.given)}?`);

/** Ends one job, which is due again. */
const stopJob = async (
  context: Context,
  system: System,
  run: string,
  name: string,
): Promise<Answer | Refusal> => {
  const no = await agentMayNot(context, system, "stopping a job");
  if (no !== null) return no;
  const said = last(context.given, "note");
  const note =
    said === null
      ? {}
      : { note: { text: await sentence(said, context.read), by: await speaker(context, system) } };
  const stopped = await system.stop(run, name, note);
  if (isRefusal(stopped)) return stopped;
  const text = () => `${stopped.job} was stopped; it is due again`;
  return { exit: exits.done, json: stopped, text };
};

/** `flag`: chooses this act of a verb; absent: the first. `over`: which run to use if none is named and none is live; absent: it is for live runs. */
type Act = {
  readonly act: string;
  readonly flag?: string;
  readonly over?: Over;
  readonly loss?: Loss;
};

/** A flag that belongs to another use of the verb. */
const strangeIn = (
  given: Args,
  { name, example }: Pick<Verb, "name" | "example">,
  options: Options,
): Refusal | null => {
  const strange = [...given.flags.keys()].find(
    (flag) => !(flag in options) && !(flag in commonOptions),
  );
  const uses = example.filter(
    (use) => use.includes(` --${strange} `) || use.endsWith(`--${strange}`),
  );
  return strange === undefined
    ? null
    : refuse("USAGE", `this use of \`cairn ${name}\` takes no --${strange}`, {
        fits: ["leave it out; it belongs to:", ...uses, `cairn ${name} --help`].join("\n  "),
      });
};

/** Of the acts that the run knows, or where none is meant those of all protocols; a flag of only some of them names these. */
const flagsOf = async (context: Context, acts: readonly Act[]): Promise<Options> => {
  const system = await context.system();
  const { protocols } = system;
  const found = new Map<string, { readonly option: Option; readonly of: ReadonlySet<string> }>();
  for (const { act, over } of acts) {
    const card = await guess(context, system, over);
    const message = card === null ? null : await messageOf(system, card, act);
    const forms: Forms =
      message === null || isRefusal(message)
        ? await formsOfAll(system, act)
        : protocols.map((name) => [name, formOf(message)]);
    for (const [name, form] of forms)
      for (const [flag, option] of Object.entries(formOptions(form))) {
        const { option: first = option, of = [] } = found.get(flag) ?? {};
        found.set(flag, { option: first, of: new Set([...of, name]) });
      }
  }
  return Object.fromEntries(
    [...found].map(([flag, { option, of }]) => [
      flag,
      of.size === protocols.length
        ? option
        : { ...option, means: `${option.means} (${[...of].join(", ")})` },
    ]),
  );
};

/** @param jobs it takes a job, too, which is stopped */
const lifeVerb = (
  named: Pick<Verb, "name" | "summary" | "example">,
  acts: readonly [Act, ...Act[]],
  options: Options = {},
  jobs: readonly Arg[] = [],
): Verb => ({
  ...named,
  args: [
    {
      word: "RUN",
      must: false,
      means: `the run; the only live one if not said${acts[0].over === undefined ? "" : ", else the only one that is over"}`,
    },
    ...jobs,
  ],
  options: { ...options, ...tokenOption },
  follows:
    "Its other flags follow from the run: here are those of its protocol, or where no run is meant those of all protocols",
  flags: async (context) => flagsOf(context, acts),
  run: async (context) => {
    const system = await context.system();
    const { given } = context;
    const { act, over, loss } =
      acts.find(({ flag }) => flag !== undefined && has(given, flag)) ?? acts[0];
    const picked = await pick(context, system, {
      words: jobs.map(({ word }) => `[${word}]`).join(""),
      ...(over === undefined ? {} : { over }),
    });
    if (isRefusal(picked)) return picked;
    const { card, rest } = picked;
    const [job] = rest;
    if (job !== undefined)
      return (
        strangeIn(given, named, { note: { means: "", word: "TEXT" } }) ??
        stopJob(context, system, card.run, job)
      );
    const message = await messageOf(system, card, act);
    if (isRefusal(message)) return message;
    const form = formOf(message);
    // A note is for a job, unless the protocol keeps one of a run.
    const { note: _, ...ofRun } = options;
    const strange = strangeIn(given, named, { ...formOptions(form), ...ofRun, ...tokenOption });
    // Whatever is said, an archived run is brought back first.
    const isAway = card.life === "archived" && over !== "away";
    if (strange !== null && !isAway) return strange;
    const composed = await compose(form, given, [], context.read);
    if (isRefusal(composed)) return composed;
    if (act === "resume" && card.life === "over" && lacks(form, composed.data))
      return unsaid(system, card);
    const by = await asker(context, system, card.run);
    if (isRefusal(by)) return by;
    const no =
      loss === undefined || lacks(form, composed.data)
        ? null
        : await lossConfirmed(context, card, loss);
    if (no !== null) return no;
    const sent = await system.send(card.run, [{ type: message.type, data: composed.data }], by);
    if (isRefusal(sent)) return withNext(system, card, act, inFlags(sent, form));
    return sentAnswer(system, card.protocol, sent, {
      after: await afterAct(system, card, act),
      goesOn: act === "resume" || act === "rollback",
      warns: act === "resume",
    });
  },
});

export const stop = lifeVerb(
  {
    name: "stop",
    summary:
      "pause a run: nothing new starts; or end it for good, or stop one job, which begins again",
    example: [
      "cairn stop",
      'cairn stop 0198f3 --cancel --reason "not needed any more"',
      'cairn stop 0198f3 2 --note "Leave the schema as it is"',
    ],
  },
  [
    { act: "pause" },
    {
      act: "cancel",
      flag: "cancel",
      loss: {
        says: "ends the run and stops its jobs; what has landed stays on its branch",
        asks: (run) => `End the run and stop its jobs: ${run}`,
      },
    },
  ],
  {
    cancel: { means: "end the run and its jobs; what has landed stays on its branch", word: null },
    note: {
      means: "why; for a job what its next attempt is told beside its brief, also @FILE",
      word: "TEXT",
    },
    ...destructive,
  },
  [{ word: "JOB", must: false, means: "one job, by its key or its task, unit, story or node" }],
);
export const resume = lifeVerb(
  {
    name: "resume",
    summary:
      "take up a paused run, or with --reason or --retry one that failed or was cancelled, or with --to at an earlier point; starts no agent",
    example: [
      "cairn resume 0198f3",
      'cairn resume 0198f3 --reason "the server is back"',
      'cairn resume 0198f3 --to CP-01 --reason "wrong plan"',
    ],
  },
  [
    { act: "resume", over: "only" },
    {
      act: "rollback",
      flag: "to",
      over: "only",
      loss: {
        says: "puts the record back and stops the jobs of what is undone; no file of the tree changes",
        asks: (run, given) =>
          `Put the record of ${run} back to ${last(given, "to") ?? "that point"}`,
      },
    },
  ],
  destructive,
);
export const archive = lifeVerb(
  {
    name: "archive",
    summary: "move the folder of a run that is over into the archive, or back",
    example: ["cairn archive 0198f3", "cairn archive 0198f3 --back"],
  },
  [
    { act: "archive", over: "only" },
    { act: "unarchive", flag: "back", over: "away" },
  ],
  { back: { means: "move it back from the archive", word: null } },
);
