// Command-line core: from argv to exit code by verb, flags, answer and output format.
import { Fault, isRefusal, type Refusal } from "../core/refusal.ts";
import { ownOf } from "../core/json/own.ts";
import type { ProjectNews, System } from "../runtime/system.ts";
import { type Away, awayBy, projectLine } from "./away.ts";
import {
  commonOptions,
  type Args,
  has,
  type Options,
  parse,
  whereabouts,
  whereOf,
  words,
} from "./flags/args.ts";
import { cleanJson, cleanPage } from "./terminal/clean.ts";
import { failed, refused } from "./failure.ts";
import { fitted, type Page } from "./terminal/layout.ts";
import { type Answer, type Context, exits, misworded, type Verb } from "./verb.ts";
import { verbs } from "./verbs.ts";
import type { Prompts, World } from "./world.ts";

const jsonLine = (value: unknown): string => `${cleanJson(JSON.stringify(value))}\n`;

const pageOf = (world: World): Page => {
  const terminal = world.columns();
  const asked = Number(world.env["COLUMNS"]);
  const width =
    terminal ?? (Number.isInteger(asked) && asked >= 20 ? asked : Number.POSITIVE_INFINITY);
  const plain = (world.env["NO_COLOR"] ?? "") !== "" || world.env["TERM"] === "dumb";
  return { width, colour: terminal !== null && !plain };
};

const print = (world: World, json: boolean, answer: Answer): void => {
  const wrong =
    answer.exit === exits.refused || answer.exit === exits.fault || answer.exit === exits.bug;
  if (json) {
    if (answer.json !== undefined) world.out(jsonLine(answer.json));
    return;
  }
  const text = answer.text?.(pageOf(world)) ?? "";
  if (text !== "")
    (wrong ? world.err : world.out)(cleanPage(text.endsWith("\n") ? text : `${text}\n`));
};

/** Shared by all contexts of one call: flags may be read before the verb begins. */
type Shared = {
  readonly systems: System[];
  /** Where outages are reported; null: on standard error. */
  told: ((line: string) => void) | null;
  /** The project doesn't exist, so there is nothing to query. `kept`: not reported yet, since it may be created. */
  missing: { readonly line: string; readonly kept: boolean } | null;
};

type Calls = Pick<Verb, "stays" | "begins" | "views"> & { readonly name?: string };

/** Reports outages of a ledger's server, and databases without the project. */
const awayOf =
  (world: World, shared: Shared, { stays, begins }: Calls, note: (line: string) => void) =>
  (): Away => {
    const tell = (line: string): void => (shared.told ?? note)(line);
    const hosted = (world.env["CAIRN_JOB"] ?? "") !== "";
    const isOpen = (): boolean => shared.systems.length > 0;
    return {
      ...awayBy(stays, tell, world.interrupted, world.now, hosted, isOpen),
      project: (news: ProjectNews): void => {
        const line = projectLine(news);
        shared.missing = news.is === "missing" ? { line, kept: begins === true } : null;
        if (shared.missing?.kept !== true) tell(line);
      },
    };
  };

/** The system of this call, opened once. */
const systemOf = async (
  world: World,
  given: Args,
  shared: Shared,
  away: Away,
  { views }: Calls,
  note: (line: string) => void,
): Promise<System> => {
  const opened = shared.systems[0];
  if (opened !== undefined) return opened;
  const system = await world.open({
    cwd: world.cwd,
    env: world.env,
    away,
    ...(views === "first" ? { views } : {}),
    ...(views === true || (typeof views === "function" && views(given)) ? { views: true } : {}),
    ...whereOf(given.flags),
  });
  shared.systems.push(system);
  if (system.config.unread !== undefined) note(`warning ${system.config.unread}`);
  return system;
};

const contextOf = (world: World, given: Args, shared: Shared, calls: Calls): Context => {
  const json = has(given, "json");
  const asks = (): boolean =>
    !has(given, "no-input") && (world.env["CI"] ?? "") === "" && world.terminal;
  const note = (line: string): void => world.err(cleanPage(`${fitted(line, pageOf(world))}\n`));
  const away = awayOf(world, shared, calls, note);
  const open = (): Promise<System> => systemOf(world, given, shared, away(), calls, note);
  const prompts = (): Promise<Prompts> => {
    if (!asks())
      throw new Fault(
        "TERMINAL_MISSING",
        "there is no terminal to ask on",
        "Say it by flags; --help shows them.",
      );
    return world.prompts();
  };
  return {
    verb: calls.name ?? "",
    given,
    words: given.words,
    env: world.env,
    cwd: world.cwd,
    system: open,
    reopened: async () => {
      await shared.systems.pop()?.close();
      return open();
    },
    read: world.read,
    tell: (piece) =>
      world.out(json ? jsonLine(piece.json) : cleanPage(`${piece.text(pageOf(world))}\n`)),
    note,
    away,
    divert: (to) => void (shared.told = to),
    get asks() {
      return asks();
    },
    ask: {
      choose: async (...asked) => (await prompts()).choose(...asked),
      line: async (...asked) => (await prompts()).line(...asked),
      agree: async (...asked) => (await prompts()).agree(...asked),
    },
    keyboard: world.keyboard,
    page: () => pageOf(world),
    now: world.now,
    draw: world.columns() === null || json || world.env["TERM"] === "dumb" ? null : world.out,
    interrupted: world.interrupted,
    twice: world.twice,
  };
};

/** The called subcommand and the remaining words; the verb itself if there is none. */
const partOf = async (
  verb: Verb,
  rest: readonly string[],
): Promise<{ readonly verb: Verb; readonly rest: readonly string[] }> => {
  const [word = ""] = verb.parts === undefined ? [] : words(rest, commonOptions);
  const load = ownOf(verb.parts ?? {}, word);
  return load === undefined
    ? { verb, rest }
    : partOf(await load(), rest.toSpliced(rest.indexOf(word), 1));
};

/** Flags can only come before `--`. */
const beforeEnd = (argv: readonly string[]): readonly string[] =>
  argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;

const answerOf = async (world: World, shared: Shared): Promise<Answer> => {
  const [first, ...behind] = world.argv;
  const typed = world.argv.find((word) => !word.startsWith("-"));
  const wantsHelp =
    typed === "help" || beforeEnd(world.argv).some((word) => word === "--help" || word === "-h");
  if (first === "--version" || first === "-V" || first === "version")
    return (await import("./version.ts")).version();
  if (first === undefined) {
    const overview = async (): Promise<Answer> =>
      (await import("./help/help.ts")).helpWith(verbs, []);
    const said = await (
      await import("./help/alone.ts")
    ).alone(contextOf(world, { words: [], flags: new Map() }, shared, {}), overview);
    return isRefusal(said) ? refused(said) : said;
  }
  const name = first === "help" ? (behind.find((word) => !word.startsWith("-")) ?? "") : first;
  const load = ownOf(verbs, name);
  if (wantsHelp && (typed === undefined || (typed === "help" && load === undefined)))
    return (await import("./help/help.ts")).helpWith(verbs, first === "help" ? behind : world.argv);
  if (load === undefined) return (await import("./help/help.ts")).unknownVerb(name);
  const { verb, rest } = await partOf(await load(), first === "help" ? behind.slice(1) : behind);
  if (wantsHelp) {
    const { helpOf } = await import("./help/help.ts");
    return helpOf(verb, rest, whereabouts(rest), (given) => contextOf(world, given, shared, {}));
  }
  const known: Options = { ...commonOptions, ...verb.options };
  let options = known;
  if (verb.flags !== undefined) {
    // Flags depend on the words, and words on the flags: so words are read first, loosely.
    const extra = await verb.flags(
      contextOf(world, { words: words(rest, known), flags: whereabouts(rest) }, shared, verb),
    );
    if (isRefusal(extra)) return refused(extra);
    options = { ...extra, ...known };
  }
  const given = parse(rest, options, verb.follows);
  if (isRefusal(given)) return refused(given);
  const wrong = misworded(verb, given.words);
  if (wrong !== null) return refused(wrong);
  const context = contextOf(world, given, shared, verb);
  const no =
    verb.person === undefined
      ? null
      : await (await import("./who.ts")).agentMayNot(context, await context.system(), verb.person);
  const told: Answer | Refusal = no ?? (await verb.run(context));
  return isRefusal(told) ? refused(told) : told;
};

/** Runs one verb to its end; returns the exit code. */
export const cli = async (world: World): Promise<number> => {
  const shared: Shared = { systems: [], told: null, missing: null };
  const json = beforeEnd(world.argv).includes("--json");
  let answer: Answer;
  try {
    answer = await answerOf(world, shared);
  } catch (error) {
    answer = failed(error);
    const [system] = shared.systems;
    if (answer.exit === exits.bug && system !== undefined)
      answer = failed(await (await import("./commands/verify.ts")).explained(error, system));
  }
  // Files follow the ledger: if writing them fails, both the success and the failure are reported.
  const [closed] = await Promise.allSettled(shared.systems.map((system) => system.close()));
  if (shared.missing?.kept === true) world.err(cleanPage(`${shared.missing.line}\n`));
  world.answered?.(answer.exit);
  print(world, json, answer);
  if (closed?.status !== "rejected") return answer.exit;
  const behind = failed(closed.reason);
  world.err(cleanPage(`${behind.text?.(pageOf(world)) ?? ""}\n`));
  return behind.exit;
};
