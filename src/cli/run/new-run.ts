// New runs of `cairn run`: from words, flags and answers to a run and its files.
import { howMany } from "../../core/words/how-many.ts";
import { isRefusal, type MissingField, type Refusal, refuse } from "../../core/refusal.ts";
import { clean, cleanLine } from "../../core/words/clean.ts";
import { put } from "../../core/switches.ts";
import { type Answer, type Context, exits } from "../verb.ts";
import type { Message } from "../../core/message.ts";
import type { Command } from "../../core/protocol.ts";
import type { RunOptions, Started, System } from "../../runtime/system.ts";
import { all, has, last, type Options } from "../flags/args.ts";
import { compose, type Composed, formOf, formOptions, inFlags } from "../flags/compose.ts";
import { usualProtocol } from "./way.ts";
import { speaker } from "../who.ts";
import { isRecord } from "../../core/json/record.ts";
import type { Card } from "../../core/row.ts";
import { phaseWords } from "../../core/words/states.ts";

type Data = Readonly<Record<string, unknown>>;

const answerTo = ({ ask }: Context, { name, means, among = [] }: MissingField): Promise<string> => {
  const question = means === "" ? name : `${name} (${means})`;
  const choices = among.map((one) => ({ id: one, label: one }));
  return choices.length === 0 ? ask.line(question, true) : ask.choose(question, choices);
};

/** The arguments completed with answers; null: the refusal stands, since it has other causes, or no person can be asked. */
export const answered = async (
  context: Context,
  data: Data,
  refusal: Refusal,
): Promise<Data | null> => {
  const all = (refusal.more ?? [refusal]).map(({ asks }) => asks);
  if (!context.asks || all.some((asks) => asks === undefined)) return null;
  context.note(clean(refusal.text));
  let filled = data;
  for (const asked of all.flatMap((asks) => asks ?? []))
    filled = put(filled, asked.field, await answerTo(context, asked));
  return filled;
};

/** The command that starts a protocol's runs. */
const startMessage = async (system: System, protocol: string): Promise<Message | Refusal> => {
  const found = await system.protocol(protocol);
  if (isRefusal(found)) return found;
  const type = found.verbs["start"] ?? "Start";
  const message = (await system.messages(protocol)).find((candidate) => candidate.type === type);
  return (
    message ??
    refuse("USAGE", `runs of ${protocol} can't be started`, { fits: "see `cairn schema`" })
  );
};

/** Options by the protocol among the words, which other words may precede before flags are known; without one the default protocol's, so that a flag is never called unknown where the words beside it are at fault. */
export const startOptions = async (
  context: Context,
  system: System,
): Promise<Options | Refusal> => {
  const named = context.words.find((word) => system.protocols.includes(word));
  const message = await startMessage(system, named ?? usualProtocol(system));
  return isRefusal(message) ? message : formOptions(formOf(message));
};

/** Parameters of a new run: `words` after its protocol; `driven`: driven at once, by agents. */
export type Begin = {
  readonly protocol: string;
  readonly words: readonly string[];
  readonly dry?: boolean;
  readonly driven?: Pick<RunOptions, "serve" | "labels"> &
    Partial<Pick<RunOptions, "hand" | "changes">>;
  /** The start commit, and the branch where it was found; defaults to the checkout. */
  readonly from?: { readonly commit: string; readonly branch: string };
  /** What its words and flags say, if that was read already. */
  readonly said?: Said;
};

/** Flags for runs of any protocol. */
export const ofAnyRun: Options = {
  agent: {
    means: "who does the work, by the names of `cairn setup agents`; ROLE=NAME for one role",
    word: "NAME",
    many: true,
  },
  budget: {
    means: 'what the run may use at most, such as "5usd 3h" (`cairn help budgets`)',
    word: "LIMITS",
  },
};
const assigned = (said: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    said.map((word) => {
      const at = word.indexOf("=");
      return at === -1 ? ["*", word] : [word.slice(0, at), word.slice(at + 1)];
    }),
  );
/** The same as commands; empty if none given. */
export const saidOfAny = ({ given }: Context): readonly Command[] => {
  const [budget, agents] = [last(given, "budget"), all(given, "agent")];
  return [
    ...(agents.length === 0 ? [] : [{ type: "AssignRoles", data: { roles: assigned(agents) } }]),
    ...(budget === null ? [] : [{ type: "SetBudget", data: { budget } }]),
  ];
};

/** `goal`: what the first word stands for; null: no goal, but a template. `flags`: those of its fields. */
type Said = Composed & {
  readonly message: Message;
  readonly goal: unknown;
  readonly flags: readonly string[];
};

/** Reads words and flags, standard input among them: only once. */
export const saidIn = async (
  context: Context,
  system: System,
  { protocol, words }: Pick<Begin, "protocol" | "words">,
): Promise<Said | Refusal> => {
  const message = await startMessage(system, protocol);
  if (isRefusal(message)) return message;
  const form = formOf(message);
  const composed = await compose(form, context.given, words, context.read);
  if (isRefusal(composed)) return composed;
  const [field = ""] = form.words ?? [];
  const goal = field === "template" ? null : composed.data[field];
  return { ...composed, message, goal, flags: Object.keys(formOptions(form)) };
};

/** Starts a run by words and flags; prompts for missing ones at a terminal. */
export const begin = async (
  context: Context,
  system: System,
  { protocol, words, dry = false, driven, from, said }: Begin,
): Promise<Started | Refusal> => {
  const composed = said ?? (await saidIn(context, system, { protocol, words }));
  if (isRefusal(composed)) return composed;
  const { message } = composed;
  const by = await speaker(context, system);
  await (await import("../pick/gone.ts")).noteGone(context, system);
  for (let { data } = composed; ;) {
    const made = await system.start(
      protocol,
      data,
      by,
      dry,
      [...composed.then, ...saidOfAny(context)],
      driven,
      from,
    );
    const more = isRefusal(made) ? await answered(context, data, made) : null;
    if (more === null) return isRefusal(made) ? inFlags(made, formOf(message)) : made;
    data = more;
  }
};

export const factsText = (facts: readonly string[]): string =>
  `  ${facts.map(cleanLine).join(" · ")}`;

const startedText = (
  { run, folder, files, preview }: Started,
  dry: boolean,
  facts: readonly string[],
): string =>
  dry
    ? [
        ...(preview === null ? [] : [clean(preview)]),
        `would be started; ${howMany(files.length, "file")} in ${folder}:`,
        ...files.map((path) => `  ${path}`),
      ].join("\n")
    : [
        `run ${run} is started: ${howMany(files.length, "file")} in ${folder}`,
        ...(facts.length === 0 ? [] : [factsText(facts)]),
        `  next: cairn run ${run}`,
      ].join("\n");

/** Flags for a run that is only made, or only shown. */
export const laterOptions: Options = {
  later: { means: "make the run and its files; no agent is started", word: null },
  "dry-run": { means: "show what would be made, and write nothing", word: null },
};

/** Makes the run and its files; launches nothing. */
export const startedLater = async (
  context: Context,
  system: System,
  { protocol, words }: Pick<Begin, "protocol" | "words">,
): Promise<Answer | Refusal> => {
  const dry = has(context.given, "dry-run");
  const started = await begin(context, system, { protocol, words, dry });
  if (isRefusal(started)) return started;
  const { run, version, folder, files, preview } = started;
  const view = dry ? null : await system.view(run);
  const facts = view === null || isRefusal(view) ? [] : view.facts;
  return {
    exit: exits.done,
    json: {
      run,
      protocol,
      version,
      folder,
      files,
      ...(dry ? { dry, ...(preview === null ? {} : { preview }) } : {}),
    },
    text: () => startedText(started, dry, facts),
  };
};

/** The live run that began with this text; null: none. @param except id of a run to leave out */
const liveWith = async (
  system: System,
  protocol: string,
  goal: string,
  except?: string,
): Promise<Card | null> => {
  const cards = await system.runs({ protocol, life: ["live", "paused"] });
  for (const card of cards.filter(({ run }) => run !== except)) {
    const [first] = card.origin === null ? await system.log(card.run, 1) : [];
    if (first !== undefined && isRecord(first.data) && Object.values(first.data).includes(goal))
      return card;
  }
  return null;
};

/** Flags that give a run a folder of its own: who uses one means another run. */
const placeFlags = ["session", "slug", "folder"];

/** Of two that begin at one moment neither finds the other beforehand; the later one does then. */
export const noteTwin = async (
  context: Context,
  system: System,
  { run, protocol }: Started,
  goal: unknown,
): Promise<void> => {
  if (typeof goal !== "string" || placeFlags.some((flag) => has(context.given, flag))) return;
  const twin = await liveWith(system, protocol, goal, run);
  if (twin !== null)
    context.note(
      `warning  run ${twin.run} has this very goal, too; to end one: cairn stop --cancel ${run}`,
    );
};

/** The run to go on with instead; null: begin another one. Refusal RUN_EXISTS: nobody can be asked. */
export const insteadOf = async (
  context: Context,
  system: System,
  protocol: string,
  { goal, flags }: { readonly goal: unknown; readonly flags: readonly string[] },
): Promise<string | null | Refusal> => {
  if (typeof goal !== "string" || placeFlags.some((flag) => has(context.given, flag))) return null;
  const twin = await liveWith(system, protocol, goal);
  if (twin === null) return null;
  const { run, phase } = twin;
  const says = `run ${run} has this very goal and isn't over (${phaseWords(phase) || phase})`;
  const flag = placeFlags.find((one) => flags.includes(one));
  const second =
    flag === undefined
      ? "make one by `cairn run --later` with the same words, and run that by its id"
      : `the same words with --${flag} NAME`;
  if (!context.asks)
    return refuse("RUN_EXISTS", says, {
      fits: `go on with it: cairn run ${run}\n  for a second one: ${second}`,
    });
  const goesOn = await context.ask.agree(
    `${says}. Go on with it? Otherwise a second run begins.`,
    true,
  );
  return goesOn ? run : null;
};
