// Why: the main verb: takes a run up, or starts one, and drives its agents until it ends, needs somebody or is interrupted.
import { leaseBy, patienceBy } from "../../core/patience.ts";
import { Fault, isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import type { System } from "../../runtime/system.ts";
import { all, commonOptions, has, type Options } from "../args.ts";
import { follow } from "../follow.ts";
import { propose } from "../init/propose.ts";
import { pick } from "../pick.ts";
import { offered } from "../offer.ts";
import { resultAnswer } from "../result.ts";
import { type Answer, type Context, type Verb } from "../verb.ts";
import { agentMayNot } from "../who.ts";
import { begin, factsText, protocolUnknown, startOptions } from "./start.ts";

const own: Options = {
  "with-changes": { means: "begin from your uncommitted changes, too, where jobs work in places of their own", word: null },
  hand: { means: "start no agent: agents' jobs wait for `cairn claim`", word: null },
  serve: {
    means: "begin only jobs of these roles, separated by commas; @AGENT: all roles of an agent; checks: what the engine runs itself",
    word: "ROLES",
  },
  label: { means: "what this machine has of what roles need, separated by commas", word: "LABELS" },
};

/** What a flag names, said once or several times. */
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
  if (only === undefined) return refuse("RUN_UNKNOWN", `no run of ${protocol} is live`, { fits: `cairn run ${protocol} "what is wanted"` });
  return refuse("RUN_AMBIGUOUS", `${live.length} runs of ${protocol} are live`, {
    fits: `name one: ${live.map(({ run }) => run).join(", ")}`,
  });
};

const started = async (context: Context, system: System, protocol: string, words: readonly string[]): Promise<string | Refusal> => {
  const made = await begin(context, system, protocol, words, false);
  if (isRefusal(made)) return made;
  context.note(`run ${made.run} is started in ${made.folder}`);
  const view = await system.view(made.run);
  if (!isRefusal(view) && view.facts.length > 0) context.note(factsText(view.facts));
  return made.run;
};

/** A run that was just started stays, whatever is missing to drive it: without being told so people would start another one. */
const keeping = async <T>(run: string, fresh: boolean, drive: () => Promise<T>): Promise<T> => {
  try {
    return await drive();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const way = `\`cairn run ${run}\``;
    const hint =
      error.code === "LEDGER_MOVED"
        ? // Of a ledger that went its own words say what is left.
          error.hint.replace("`cairn run`", way)
        : `${error.hint}${fresh ? `\n  The run is kept: when that is mended, go on by ${way}` : ""}`;
    throw new Fault(error.code, error.message, hint, error.cause);
  }
};

/** The run that is meant: one that is there, or one that what was said begins. */
const meant = async (context: Context, system: System): Promise<{ readonly run: string; readonly fresh: boolean } | Refusal> => {
  const [first, ...words] = context.words;
  if (first !== undefined && system.protocols.includes(first)) {
    const flags = [...context.given.flags.keys()].some((name) => !(name in commonOptions) && !(name in own));
    if (words.length > 0 || flags) {
      const made = await started(context, system, first, words);
      return isRefusal(made) ? made : { run: made, fresh: true };
    }
    const card = await liveOf(system, first);
    return isRefusal(card) ? card : { run: card.run, fresh: false };
  }
  const picked = await pick(context, system, { min: 0, max: 0, words: "", over: "only" });
  if (!isRefusal(picked)) return { run: picked.card.run, fresh: false };
  // Neither a run nor a protocol; whoever writes a sentence after it means to start something.
  return first !== undefined && words.length > 0 ? protocolUnknown(system, first) : picked;
};

/** Whoever drives a run chooses the environment of its checks: from within a job none is driven but what agents started. null: it may be. */
const agentDrivesNot = async (context: Context, system: System, run: string): Promise<Refusal | null> => {
  const { CAIRN_JOB: job = "", CAIRN_RUN: of } = context.env;
  const own = await system.ofJob();
  if ((of === run && job !== "") || own?.marks.some((mark) => mark.startsWith(`${run}.`)) === true)
    return refuse(
      "SENDER_WRONG",
      `this is ${job === "" ? "within a job" : `${job}, a job`} of that very run: driving it would wait for itself`,
      {
        fits: "report and end, as the brief says: whoever drives the run goes on by himself",
      },
    );
  const [first] = await system.log(run, 1);
  return first?.by.kind === "agent" ? null : agentMayNot(context, system, "driving a run that no agent started");
};

/** A run has one base, for good. */
const noteBase = async (context: Context, system: System, run: string): Promise<void> => {
  const picture = await system.picture(run);
  if (isRefusal(picture) || picture.work === undefined) return;
  context.note(`warning  --with-changes changes nothing: the run began at ${picture.work.base.slice(0, 12)} already`);
};

export const run: Verb = {
  name: "run",
  begins: true,
  summary: "go on with a run, or start one, and drive its agents until it ends or needs somebody",
  args: [
    { word: "RUN|PROTOCOL", must: false, means: "a run to go on with, or a protocol to start one (alone: its only live run)" },
    { word: '"what is wanted"', must: false, means: "the goal of a new run; also @FILE, or - for standard input" },
  ],
  options: own,
  stays: "waits",
  follows: "Each protocol has flags of its own for what it starts: `cairn run PROTOCOL --help` lists them",
  example: ['cairn run ultrawork "Add JWT login"', "cairn run 0198f3", "cairn run --json"],
  flags: async (context) => startOptions(context, await context.system()),
  run: async (context): Promise<Answer | Refusal> => {
    const opened = await context.system();
    const hand = has(context.given, "hand");
    const system = !hand && (await propose(context, opened)) ? await context.reopened() : opened;
    const found = await meant(context, system);
    if (isRefusal(found)) return found;
    const { run: name, fresh } = found;
    const no = await agentDrivesNot(context, system, name);
    if (no !== null) return no;
    const { leaseMs, odd: oddLease } = leaseBy(context.env);
    for (const odd of [...patienceBy(context.env).odd, ...oddLease]) context.note(`warning ${odd}`);
    const logged = (await import("../own-output.ts")).ownOutput(system.root);
    if (logged !== null) context.note(`warning ${logged}`);
    const changes = has(context.given, "with-changes");
    if (changes) await noteBase(context, system, name);
    const signal = context.interrupted();
    const followed = await follow(context, system, name, signal);
    if (isRefusal(followed)) return followed;
    try {
      const options = {
        changes,
        hand,
        serve: named(context, "serve"),
        labels: named(context, "label"),
        progress: followed.progress,
        signal,
        leaseMs,
      };
      const result = await keeping(name, fresh, () => system.drive(name, options));
      await followed.end();
      if (isRefusal(result)) return result;
      // What this process has in memory is no record: success is told of what others will read.
      if (result.status === "ended") await (await import("./verify.ts")).readBack(system, name);
      return await offered(context, system, await resultAnswer(context, system, result), result);
    } finally {
      await followed.end();
    }
  },
};
