// Why: makes a run from one sentence; nothing is launched by it.
import type { Message } from "../../core/message.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { ViewNode } from "../../core/view.ts";
import type { Started, System } from "../../runtime/system.ts";
import { has, type Options } from "../args.ts";
import { answered } from "../asking.ts";
import { clean, cleanLine } from "../clean.ts";
import { compose, formOf, formOptions, inFlags } from "../compose.ts";
import { noteGone } from "../gone.ts";
import { suggestion } from "../nearest.ts";
import { type Context, exits, type Verb } from "../verb.ts";
import { speaker } from "../who.ts";
import { count, taker } from "../words.ts";

/** The command by which a protocol's runs begin. */
export const startMessage = async (system: System, protocol: string): Promise<Message | Refusal> => {
  const found = await system.protocol(protocol);
  if (isRefusal(found)) return found;
  const type = found.verbs["start"] ?? "Start";
  const message = (await system.messages(protocol)).find((candidate) => candidate.type === type);
  return message ?? refuse("USAGE", `runs of ${protocol} can't be started`, { fits: "see `cairn schema`" });
};

/** The protocol among the words, which other words may stand before while flags are not known yet. */
export const startOptions = async (context: Context, system: System): Promise<Options | Refusal> => {
  const named = context.words.find((word) => system.protocols.includes(word));
  const name = named ?? (system.protocols.length === 1 ? system.protocols[0] : undefined);
  if (name === undefined) return {};
  const message = await startMessage(system, name);
  return isRefusal(message) ? message : formOptions(formOf(message));
};

export const protocolUnknown = (system: System, word: string): Refusal =>
  refuse("PROTOCOL_UNKNOWN", `there is no protocol \`${word.slice(0, 64)}\``, { fits: suggestion(word, system.protocols) });

/** Starts a run by the words after the protocol and all flags; what is only missing is asked where somebody sits. */
export const begin = async (
  context: Context,
  system: System,
  protocol: string,
  words: readonly string[],
  dry: boolean,
): Promise<Started | Refusal> => {
  const message = await startMessage(system, protocol);
  if (isRefusal(message)) return message;
  const composed = await compose(formOf(message), context.given, words, context.read);
  if (isRefusal(composed)) return composed;
  const by = await speaker(context, system);
  await noteGone(context, system);
  for (let { data } = composed; ;) {
    const made = await system.start(protocol, data, by, dry, composed.then);
    const more = isRefusal(made) ? await answered(context, data, made) : null;
    if (more === null) return isRefusal(made) ? inFlags(made, formOf(message)) : made;
    data = more;
  }
};

/** What was understood, and who will do what where a protocol's nodes are known from the start. */
type Begun = { readonly facts: readonly string[]; readonly takers: readonly ViewNode[] };
const begunOf = async (system: System, run: string): Promise<Begun> => {
  const view = await system.view(run);
  return isRefusal(view) ? { facts: [], takers: [] } : { facts: view.facts, takers: view.nodes.filter(({ by }) => by !== undefined) };
};
export const factsText = (facts: readonly string[]): string => `  ${facts.map(cleanLine).join(" · ")}`;

const startedText = ({ run, folder, files, preview }: Started, dry: boolean, { facts, takers }: Begun): string =>
  dry
    ? [
        ...(preview === null ? [] : [clean(preview)]),
        `would be started; ${count(files.length, "file")} in ${folder}:`,
        ...files.map((path) => `  ${path}`),
      ].join("\n")
    : [
        `run ${run} is started: ${count(files.length, "file")} in ${folder}`,
        ...(facts.length === 0 ? [] : [factsText(facts)]),
        ...takers.map((node) => `  ${cleanLine(`${node.id} ${node.label}, ${taker(node).join("")}`)}`),
        ...(takers.some(({ by }) => by === null)
          ? ["  name an agent for what nobody has: in cairn.config.json, or drive it with --hand"]
          : []),
        `  next: cairn run ${run}`,
      ].join("\n");

export const start: Verb = {
  name: "start",
  begins: true,
  summary: "make a run and its files; no agent is started",
  args: [
    { word: "PROTOCOL", must: true, means: "by which rules: ultrawork, player, iterative or stigmergy" },
    { word: '"what is wanted"', must: false, means: "the goal; also @FILE, or - for standard input (@@ for a goal that begins with @)" },
  ],
  options: { "dry-run": { means: "show what would be made, and write nothing", word: null } },
  follows: "Each protocol has flags of its own: `cairn start PROTOCOL --help` lists them",
  example: ['cairn start ultrawork "Add JWT login" --max-workers 3', "cairn start ultrawork --goal @goal.txt --auto --plan plan.json"],
  flags: async (context) => startOptions(context, await context.system()),
  run: async (context) => {
    const system = await context.system();
    const [protocol, ...words] = context.words;
    if (protocol === undefined)
      return refuse("USAGE", "which protocol?", { fits: `cairn start PROTOCOL "what is wanted"; ${suggestion("", system.protocols)}` });
    if (!system.protocols.includes(protocol)) return protocolUnknown(system, protocol);
    const dry = has(context.given, "dry-run");
    const started = await begin(context, system, protocol, words, dry);
    if (isRefusal(started)) return started;
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
        ...(takers.length === 0 ? {} : { nodes: takers.map(({ id, role, by }) => ({ id, role, by })) }),
      },
      text: () => startedText(started, dry, begun),
    };
  },
};
