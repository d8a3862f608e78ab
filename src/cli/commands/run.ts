// Verb `cairn run`: resumes or starts a run and drives its agents to the end, a question or an interruption.
import { shortId } from "../../core/words/short-id.ts";
import { leaseBy, patienceBy } from "../../core/agents/patience.ts";
import { Fault, isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { Progress, RunResult, System } from "../../runtime/system.ts";
import {
  all,
  type Args,
  commonOptions,
  flagTyped,
  has,
  type Options,
  othersTyped,
} from "../flags/args.ts";
import { formOf, formOptions } from "../flags/compose.ts";
import { follow, stoppedAtTwice } from "../run/follow.ts";
import { unbroken } from "../terminal/layout.ts";
import { propose } from "../init/propose.ts";
import { pick } from "../pick/pick.ts";
import { offered, resultAnswer } from "../run/result.ts";
import { notifierFor } from "../notify/for-run.ts";
import {
  type Begin,
  begin,
  factsText,
  insteadOf,
  noteTwin,
  laterOptions,
  ofAnyRun,
  saidIn,
  saidOfAny,
  startedLater,
  startOptions,
} from "../run/new-run.ts";
import { type Answer, type Context, type Verb } from "../verb.ts";
import { agentDrivesNot, agentMayNot, speaker } from "../who.ts";
import {
  adoptWay,
  beginsRun,
  isOneWordGoal,
  protocolUnknown,
  runUnknown,
  usualProtocol,
  wayLine,
} from "../run/way.ts";

const own: Options = {
  ...ofAnyRun,
  "with-changes": { means: "begin with your uncommitted changes, too", word: null },
  here: { means: "merge each finished task into your branch at once", word: null },
  verbose: { means: "print all that is recorded, one line each", word: null },
  hand: { means: "start no agent: their jobs wait for `cairn job claim`", word: null },
  serve: {
    means: "do only jobs of these roles, by commas; @AGENT: those of an agent; checks: all checks",
    word: "ROLES",
  },
  all: { means: "resume all unfinished runs, each in a process of its own", word: null },
  label: { means: "what this machine has of what roles need, by commas", word: "LABELS" },
};

const drivingFlags = ["with-changes", "here", "verbose", "hand", "serve", "label"];

/** Values of a flag, given once or repeatedly. */
const named = (context: Context, flag: string): readonly string[] =>
  all(context.given, flag)
    .flatMap((said) => said.split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** The only live run of a protocol. */
const liveOf = async (system: System, protocol: string): Promise<Card | Refusal> => {
  const here = await system.find(null);
  if (!isRefusal(here) && here.protocol === protocol) return here;
  const live = await system.runs({ protocol, life: ["live", "paused"] });
  const [only] = live;
  if (only !== undefined && live.length === 1) return only;
  if (only === undefined) {
    const adopts = await adoptWay(system, protocol);
    const begins =
      protocol === "player"
        ? "cairn run player TEMPLATE; which there are: cairn template list"
        : `cairn run ${protocol} "what is wanted"`;
    return refuse("RUN_UNKNOWN", `no run of ${protocol} is live`, {
      fits:
        adopts === null ? begins : `\`${adopts}\` takes over what lies there; a new one: ${begins}`,
    });
  }
  return refuse("RUN_AMBIGUOUS", `${live.length} runs of ${protocol} are live`, {
    fits: `name one: ${live.map(({ run }) => run).join(", ")}`,
  });
};

type Meant = { readonly run: string; readonly fresh: boolean };

/** A new run from the arguments. `named` false: by the default protocol. */
type New = Pick<Begin, "protocol" | "words"> & { readonly named: boolean };

const started = async (
  context: Context,
  system: System,
  { named: isNamed, ...what }: New,
): Promise<Meant | Refusal> => {
  const driven = {
    hand: has(context.given, "hand"),
    changes: has(context.given, "with-changes"),
    serve: named(context, "serve"),
    labels: named(context, "label"),
  };
  const said = await saidIn(context, system, what);
  if (isRefusal(said)) return said;
  const instead = await insteadOf(context, system, what.protocol, said);
  if (isRefusal(instead)) return instead;
  if (instead !== null) return { run: instead, fresh: false };
  const made = await begin(context, system, { ...what, driven, said });
  if (isRefusal(made)) return made;
  if (!isNamed) context.note(wayLine(system));
  // Programs read this line.
  context.note(unbroken(`run ${made.run} is started in ${made.folder}`));
  await noteTwin(context, system, made, said.goal);
  const view = await system.view(made.run);
  if (!isRefusal(view) && view.facts.length > 0) context.note(factsText(view.facts));
  return { run: made.run, fresh: true };
};

/** A new run remains even if driving it fails, which is said so that no second one is started. */
const keeping = async <T>(run: string, fresh: boolean, drive: () => Promise<T>): Promise<T> => {
  try {
    return await drive();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const way = `\`cairn run ${run}\``;
    const hint =
      error.code === "LEDGER_MOVED"
        ? // For a moved ledger its own message says what remains.
          error.hint.replace("`cairn run`", way)
        : `${error.hint}${fresh ? `\n  The run is kept: when that is mended, go on by ${way}` : ""}`;
    throw new Fault(error.code, error.message, hint, error.cause);
  }
};

/** How a run begins with these flags. */
const beginning = (given: Args): string =>
  `cairn run${has(given, "goal") ? ` ${flagTyped(given, "goal")}` : ' "GOAL"'}${othersTyped(given, "goal")}`;

/** The command that changes this option of a run; empty if none does. */
const changing = async (
  { given }: Context,
  system: System,
  { run, protocol }: Card,
  flag: string,
): Promise<string> => {
  const set = (await system.messages(protocol)).find(({ type }) => type === "SetOptions");
  if (set === undefined || !Object.hasOwn(formOptions(formOf(set)), flag)) return "";
  return `to change that run: cairn send ${run} SetOptions ${flagTyped(given, flag)}\n  `;
};

/** The run to drive: an existing one by id, or a new one from the arguments. */
const meant = async (context: Context, system: System): Promise<string | New | Refusal> => {
  const [first, ...words] = context.words;
  const begins = [...context.given.flags.keys()].filter(
    (name) => !(name in commonOptions) && !(name in own),
  );
  if (first !== undefined && system.protocols.includes(first)) {
    if (words.length > 0 || begins.length > 0) return { protocol: first, words, named: true };
    const card = await liveOf(system, first);
    return isRefusal(card) ? card : card.run;
  }
  const begun = beginsRun(context) || isOneWordGoal(context, system, begins);
  if (begun && (first === undefined || isRefusal(await system.find(first))))
    return { protocol: usualProtocol(system), words: context.words, named: false };
  const [flag] = begins;
  if (first === undefined && flag !== undefined)
    return refuse("USAGE", `--${flag} is for a new run, and its goal is missing`, {
      fits: `say it: ${beginning(context.given)}`,
    });
  const picked = await pick(context, system, { over: "only" });
  if (isRefusal(picked)) {
    if (first === undefined || picked.code === "RUN_AMBIGUOUS") return picked;
    return words.length > 0
      ? protocolUnknown(system, context)
      : runUnknown(system, context, first, picked);
  }
  return flag === undefined
    ? picked.card.run
    : refuse("USAGE", `--${flag} is for a new run, and ${picked.card.run} is there already`, {
        fits: `${await changing(context, system, picked.card, flag)}to begin a new one: ${beginning(context.given)}`,
      });
};

/** A run's base is permanent. */
const noteBase = async (context: Context, system: System, run: string): Promise<void> => {
  const picture = await system.picture(run);
  if (isRefusal(picture) || picture.work === undefined) return;
  context.note(
    `warning  --with-changes changes nothing: the run began at ${shortId(picture.work.base)} already`,
  );
};

type Driving = Omit<Parameters<System["drive"]>[1], "progress" | "signal"> & {
  readonly signal: AbortSignal;
};

/** Drives, and at a terminal prompts for decisions and continues, until the run ends or waits for others. */
const driven = async (
  context: Context,
  system: System,
  name: string,
  options: Driving,
): Promise<RunResult | Refusal> => {
  const notifier = await notifierFor(context, system, name);
  for (;;) {
    const followed = await follow(context, system, name, options.signal);
    if (isRefusal(followed)) return followed;
    const drive = (progress: (progress: Progress) => void) =>
      system.drive(name, { ...options, progress });
    let result: RunResult | Refusal;
    try {
      result = await (notifier === null
        ? drive(followed.progress)
        : notifier.during(followed.progress, drive));
    } finally {
      await followed.end();
    }
    if (isRefusal(result) || result.status !== "waiting") return result;
    const { maySettle, settle } = await import("../decide/deciding.ts");
    if (!(await maySettle(context, system)) || !(await settle(context, system, name)))
      return result;
  }
};

/** A run that is only made, or only shown. */
const made = async (context: Context, system: System, what: New): Promise<Answer | Refusal> => {
  const drives = drivingFlags.find((flag) => has(context.given, flag));
  if (drives !== undefined)
    return refuse("USAGE", `--${drives} is for driving a run, and this one is only made`, {
      fits: `leave one of them out; later: cairn run RUN --${drives}`,
    });
  const answer = await startedLater(context, system, what);
  if (isRefusal(answer)) return answer;
  if (!what.named) context.note(wayLine(system));
  return answer;
};

export const run: Verb = {
  name: "run",
  begins: true,
  summary: "start a run, or resume one; stops where it needs your answer",
  args: [
    {
      word: "RUN|WAY",
      must: false,
      means: "a run to resume, or a way of working for a new one (`cairn help ways`)",
    },
    {
      word: '"GOAL"',
      must: false,
      loose: true,
      means:
        "the goal of a new run, in quotes (player takes a template); also @FILE, or - for standard input (@@ for a goal that begins with @); one word: --goal WORD",
    },
  ],
  options: { ...own, ...laterOptions },
  stays: "waits",
  follows: "Each way of working has flags of its own: `cairn run WAY --help` lists them",
  example: [
    'cairn run "Add JWT login"',
    'cairn run "Fix the typo in the title" --light',
    'cairn run iterative "Add JWT login"',
    'cairn run "Add JWT login" --later',
    "cairn run 0198f3",
  ],
  flags: async (context) => startOptions(context, await context.system()),
  run: async (context): Promise<Answer | Refusal> => {
    const opened = await context.system();
    const later = Object.keys(laterOptions).find((flag) => has(context.given, flag));
    if (has(context.given, "all")) {
      if (context.words.length > 0 || later !== undefined)
        return refuse("USAGE", "--all is for all runs of the repository", {
          fits: "cairn run --all",
        });
      return (await import("../run/every-run.ts")).driveEvery(context, opened);
    }
    const hand = has(context.given, "hand");
    const mergesNot = has(context.given, "here")
      ? await agentMayNot(context, opened, "merging a run")
      : null;
    if (mergesNot !== null) return mergesNot;
    const found = await meant(context, opened);
    if (isRefusal(found)) return found;
    if (later !== undefined && typeof found !== "string") return made(context, opened, found);
    const system = !hand && (await propose(context, opened)) ? await context.reopened() : opened;
    const one =
      typeof found === "string"
        ? { run: found, fresh: false }
        : await started(context, system, found);
    if (isRefusal(one)) return one;
    const { run: name, fresh } = one;
    const no = await agentDrivesNot(context, system, name);
    if (no !== null) return no;
    const said = fresh ? [] : saidOfAny(context);
    const sent =
      said.length === 0 ? null : await system.send(name, said, await speaker(context, system));
    if (sent !== null && isRefusal(sent)) return sent;
    const { leaseMs, odd: oddLease } = leaseBy(context.env);
    for (const odd of [...patienceBy(context.env).odd, ...oddLease]) context.note(`warning ${odd}`);
    const changes = has(context.given, "with-changes");
    if (changes) await noteBase(context, system, name);
    const signal = context.interrupted();
    const twice = context.twice();
    const here = has(context.given, "here");
    const options = {
      changes,
      here,
      hand,
      serve: named(context, "serve"),
      labels: named(context, "label"),
      signal,
      leaseMs,
    };
    const result = await keeping(name, fresh, () => driven(context, system, name, options));
    if (isRefusal(result)) return result;
    return keeping(name, false, async () => {
      // A success is reported only after reading it back: this process's memory is no record.
      if (result.status === "ended") await (await import("./verify.ts")).readBack(system, name);
      const stopped =
        result.status === "interrupted" ? await stoppedAtTwice(context, system, name, twice) : null;
      return offered(context, system, await resultAnswer(context, system, result, stopped), result);
    });
  },
};
