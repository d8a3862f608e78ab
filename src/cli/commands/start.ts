// Verb `cairn start`: makes a run from one sentence; launches nothing.
import type { Message } from "../../core/message.ts";
import type { Command } from "../../core/protocol.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { ViewNode } from "../../core/view.ts";
import type { RunOptions, Started, System } from "../../runtime/system.ts";
import { all, has, last, type Options } from "../args.ts";
import { answered } from "../asking.ts";
import { clean, cleanLine } from "../clean.ts";
import { type Composed, compose, formOf, formOptions, inFlags } from "../compose.ts";
import { type Context, exits, type Verb } from "../verb.ts";
import {
  adoptWay,
  beginsRun,
  goalRefused,
  protocolUnknown,
  usualProtocol,
  wayLine,
} from "../way.ts";
import { speaker } from "../who.ts";
import { count, taker } from "../words.ts";

/** The command that starts a protocol's runs. */
export const startMessage = async (
  system: System,
  protocol: string,
): Promise<Message | Refusal> => {
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
    means: "who does the work, by the names of `cairn agents`; ROLE=NAME for one role",
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

/** A refused start in words of flags; without a goal, folders that could be adopted are offered. */
const unbegun = async (
  system: System,
  protocol: string,
  refusal: Refusal,
  message: Message,
): Promise<Refusal> => {
  const form = formOf(message);
  const no = inFlags(refusal, form);
  const lacksGoal = no.pointer === `/${form.words?.[0] ?? ""}`;
  const adopts = lacksGoal ? await adoptWay(system, protocol) : null;
  if (adopts === null) return no;
  const fits = [no.fits, `\`${adopts}\` takes over what lies there`];
  return { ...no, fits: fits.filter((one) => one !== undefined).join("; or ") };
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
  await (await import("../gone.ts")).noteGone(context, system);
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
    if (more === null) return isRefusal(made) ? unbegun(system, protocol, made, message) : made;
    data = more;
  }
};

/** The understood facts, and who does what if a protocol's nodes are known from the start. */
type Begun = { readonly facts: readonly string[]; readonly takers: readonly ViewNode[] };
const begunOf = async (system: System, run: string): Promise<Begun> => {
  const view = await system.view(run);
  return isRefusal(view)
    ? { facts: [], takers: [] }
    : { facts: view.facts, takers: view.nodes.filter(({ by }) => by !== undefined) };
};
export const factsText = (facts: readonly string[]): string =>
  `  ${facts.map(cleanLine).join(" · ")}`;

const startedText = (
  { run, folder, files, preview }: Started,
  dry: boolean,
  { facts, takers }: Begun,
): string =>
  dry
    ? [
        ...(preview === null ? [] : [clean(preview)]),
        `would be started; ${count(files.length, "file")} in ${folder}:`,
        ...files.map((path) => `  ${path}`),
      ].join("\n")
    : [
        `run ${run} is started: ${count(files.length, "file")} in ${folder}`,
        ...(facts.length === 0 ? [] : [factsText(facts)]),
        ...takers.map(
          (node) => `  ${cleanLine(`${node.id} ${node.label}, ${taker(node).join("")}`)}`,
        ),
        ...(takers.some(({ by }) => by === null)
          ? ["  name an agent for roles without one: in cairn.config.json, or drive it with --hand"]
          : []),
        `  next: cairn run ${run}`,
      ].join("\n");

export const start: Verb = {
  name: "start",
  begins: true,
  summary: "make a run and its files; no agent is started",
  args: [
    {
      word: "WAY",
      must: false,
      means:
        "the way of working (`cairn help ways`); ultrawork, if the configuration says no other",
    },
    {
      word: '"GOAL"',
      must: false,
      means:
        "the goal, for player a template; also @FILE, or - for standard input (@@ for a goal that begins with @)",
    },
  ],
  options: {
    ...ofAnyRun,
    "dry-run": { means: "show what would be made, and write nothing", word: null },
  },
  follows: "Each way of working has flags of its own: `cairn start WAY --help` lists them",
  example: [
    'cairn start "Add JWT login"',
    'cairn start ultrawork "Add JWT login" --max-workers 3',
    "cairn start ultrawork --goal @goal.txt --auto --plan plan.json",
  ],
  flags: async (context) => startOptions(context, await context.system()),
  run: async (context) => {
    const system = await context.system();
    const [first, ...after] = context.words;
    const isNamed = first !== undefined && system.protocols.includes(first);
    if (!isNamed && !beginsRun(context))
      return first === undefined
        ? refuse("USAGE", "what is wanted?", {
            fits: 'cairn start "GOAL", or cairn start WAY --help',
          })
        : protocolUnknown(system, context, "start");
    const [protocol, words] = isNamed ? [first, after] : [usualProtocol(system), context.words];
    const dry = has(context.given, "dry-run");
    const started = await begin(context, system, { protocol, words, dry });
    if (isRefusal(started))
      return isNamed ? started : goalRefused(context, system, "start", started);
    if (!isNamed) context.note(wayLine(system));
    const { run, version, folder, files, preview } = started;
    const begun = dry ? { facts: [], takers: [] } : await begunOf(system, run);
    const { takers } = begun;
    return {
      exit: exits.done,
      json: {
        run,
        protocol,
        version,
        folder,
        files,
        ...(dry ? { dry, ...(preview === null ? {} : { preview }) } : {}),
        ...(takers.length === 0
          ? {}
          : { nodes: takers.map(({ id, role, by }) => ({ id, role, by })) }),
      },
      text: () => startedText(started, dry, begun),
    };
  },
};
