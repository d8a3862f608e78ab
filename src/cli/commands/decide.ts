// Verb `cairn decide`: answers a run's question, checked against its present state.
import type { DecisionOption } from "../../core/job.ts";
import { reasonMissing } from "../../core/rules/reason.ts";
import { isRefusal, refuse, type Refusal } from "../../core/refusal.ts";
import type { Standing, System } from "../../runtime/system.ts";
import { last, type Options } from "../flags/args.ts";
import { compose, formOptions } from "../flags/compose.ts";
import { formOf, maySettle, noteFor, requiredFields, settle } from "../decide/deciding.ts";
import { nearest } from "../../core/words/near.ts";
import { guess, guessLeftOut, pick, type Rest } from "../pick/pick.ts";
import { decisionLines } from "../text/picture-text.ts";
import { shownDecision } from "../text/picture.ts";
import { sentAnswer } from "../text/sent.ts";
import { goOn } from "../text/words.ts";
import { type Answer, type Context, exits, type Verb } from "../verb.ts";
import { asker, tokenOption } from "../who.ts";

const rest: Rest = { words: "DECISION [OPTION]", over: "only" };
const own: Options = {
  ...tokenOption,
  note: { means: "why, in words; some options want it", word: "WHY" },
  reason: { means: "the same as --note", word: "WHY", hidden: true },
};

const waiting = (standings: readonly Standing[]): readonly Standing[] =>
  standings.filter(({ is }) => is === "decision");

const decisionOf = async (
  system: System,
  run: string,
  name: string,
): Promise<Standing | Refusal> => {
  const all = await system.standings(run);
  if (isRefusal(all)) return all;
  const due = waiting(all);
  const about = due.filter(({ job }) => job.subject === name);
  const found =
    due.find(({ job }) => job.key === name) ?? (about.length === 1 ? about[0] : undefined);
  if (found !== undefined) return found;
  const other = all.find(({ job }) => job.key === name);
  const what =
    other === undefined ? `no decision "${name.slice(0, 64)}" waits now` : `${name} is no decision`;
  const keys = (about.length > 0 ? about : due).map(({ job }) => job.key);
  const below = keys.length > 0 ? [] : await system.decisions(run);
  const within = isRefusal(below)
    ? []
    : below.map((decision) => `\`${shownDecision(decision).look}\``);
  const none =
    within.length === 0
      ? "nothing waits for you: `cairn status` says how it stands"
      : `runs within it ask: ${within.join(", ")}`;
  const named = `name one: cairn decide ${run} ${keys.slice(0, 20).join(", or ")}`;
  return refuse(
    "JOB_UNKNOWN",
    about.length > 1 ? `${about.length} decisions about ${name} wait` : what,
    { fits: keys.length === 0 ? none : named },
  );
};

/** Open decisions before this call read any edits; a system serves one call. */
const unread = new WeakMap<System, readonly Standing[]>();
const asks = ({ job: { key, about, decision } }: Standing): string =>
  JSON.stringify([key, about, decision]);

const noteUnread = async (system: System, run: string): Promise<void> => {
  if (unread.has(system)) return;
  const all = await system.standings(run);
  unread.set(system, isRefusal(all) ? [] : waiting(all));
};

/** A person can't have seen changes by edits that this very call read, unless they name that decision. */
const changedNow = (
  system: System,
  run: string,
  standing: Standing,
  name: string,
): Refusal | null => {
  const { key } = standing.job;
  const before = unread.get(system) ?? [];
  if (
    before.some((one) => asks(one) === asks(standing)) ||
    (name === key && before.every(({ job }) => job.key !== key))
  )
    return null;
  return refuse(
    "PLAN_CHANGED",
    `what ${name.slice(0, 64)} asks was changed just now by an edit that you have not seen`,
    {
      fits: `look at it: \`cairn decide ${run} ${key}\`; then answer ${key}`,
    },
  );
};

/** All open decisions, including child runs. `asked`: the person was just prompted. */
const stillWaiting = async (
  system: System,
  run: string,
  asked: boolean,
): Promise<Answer | Refusal> => {
  const all = await system.decisions(run);
  if (isRefusal(all)) return all;
  const decisions = all.map(shownDecision);
  const none = asked ? `nothing else waits for you; ${goOn(run)}` : "waits for you: nothing";
  return {
    exit: exits.done,
    json: { run, decisions },
    text: (page) =>
      decisions.length === 0
        ? none
        : decisions.flatMap((decision) => decisionLines(decision, page)).join("\n"),
  };
};

/** Without a named decision, lists open ones, and prompts at a terminal. */
const allWaiting = async (context: Context, system: System): Promise<Answer | Refusal> => {
  const picked = await pick(context, system, { over: "newest" });
  if (isRefusal(picked)) return picked;
  const { run } = picked.card;
  const all = await system.decisions(run);
  const asks = !isRefusal(all) && all.length > 0 && (await maySettle(context, system));
  if (asks) await settle(context, system, run);
  return stillWaiting(system, run, asks);
};

/** Whether no decision is named: no words, or only one, which names a run and no decision of the only live one. */
const namesNone = async (context: Context, system: System): Promise<boolean> => {
  const [word] = context.words;
  if (word === undefined) return true;
  if (context.words.length > 1 || isRefusal(await system.find(word))) return false;
  const card = await guessLeftOut(context, system, "only");
  return card === null || isRefusal(await decisionOf(system, card.run, word));
};

const plain = (text: string): string => text.trim().toLowerCase();

/** The option of that name, or the only one with exactly this label or text. */
const named = (options: readonly DecisionOption[], word: string): DecisionOption | undefined => {
  const said = options.filter(({ label, means }) =>
    [label, means].some((text) => text !== "" && plain(text) === plain(word)),
  );
  return options.find(({ id }) => id === word) ?? (said.length === 1 ? said[0] : undefined);
};

const optionOf = ({ job }: Standing, id: string): DecisionOption | Refusal => {
  const options = job.decision?.options ?? [];
  const found = named(options, id);
  if (found !== undefined) return found;
  const ids = options.map((option) => option.id);
  const near = nearest(id, ids);
  return refuse("OPTION_UNKNOWN", `${job.key} has no option \`${id.slice(0, 64)}\``, {
    fits:
      near === null
        ? `one of: ${ids.join(", ")}`
        : `did you mean \`${near}\`? There are: ${ids.join(", ")}`,
  });
};

/**
 * Decision and option: if only the option is named, the only decision that has it.
 * @param loose flags aren't known yet: later words may be their values
 */
const whole = async (
  system: System,
  run: string,
  words: readonly string[],
  loose = false,
): Promise<readonly string[]> => {
  const [word] = words;
  const isMore = words.length > 1 && !loose;
  const all = word === undefined || isMore ? [] : await system.standings(run);
  if (word === undefined || isRefusal(all) || !isRefusal(await decisionOf(system, run, word)))
    return words;
  const having = waiting(all).filter(
    ({ job }) => named(job.decision?.options ?? [], word) !== undefined,
  );
  const [only] = having;
  return only === undefined || having.length > 1 ? words : [only.job.key, ...words];
};

/** Refusal OPTION_INVALID: a field that the option needs wasn't given; with what to type. */
const lacking = (
  run: string,
  key: string,
  option: DecisionOption,
  data: Readonly<Record<string, unknown>>,
): Refusal | null => {
  const flags = requiredFields(formOf(option).schema)
    .filter(({ path: [name = ""] }) => data[name] === undefined)
    .map(({ flag, word }) => `--${flag} ${word}`);
  return flags.length === 0
    ? null
    : refuse("OPTION_INVALID", `${option.id} wants ${flags.join(" and ")}`, {
        fits: `\`cairn decide ${run} ${key} ${option.id} ${flags.join(" ")}\``,
      });
};

/** The material for a decision, and its options. */
const shown = async (system: System, run: string, { job }: Standing): Promise<Answer | Refusal> => {
  const asked = await system.decision(run, job.key);
  if (isRefusal(asked)) return asked;
  const { brief } = asked;
  const decision = shownDecision(asked);
  return {
    exit: exits.done,
    json: { ...decision, brief },
    text: (page) => [brief.trim(), "", ...decisionLines(decision, page, true)].join("\n").trim(),
  };
};

/** The run named by the words before edits are read, and the remaining words. */
const meant = async (
  context: Context,
  system: System,
): Promise<{ readonly run: string | null; readonly after: readonly string[] }> => {
  const { words } = context;
  const isRun = words[0] !== undefined && !isRefusal(await system.find(words[0]));
  const card = isRun ? await guess(context, system) : await guessLeftOut(context, system, "only");
  return { run: card?.run ?? null, after: isRun ? words.slice(1) : words };
};

/**
 * The option named by the words as known before flags are; null: none named. A missing decision or
 * option is reported before flags that belong to it.
 */
const guessed = async (
  context: Context,
  system: System,
): Promise<DecisionOption | null | Refusal> => {
  const { run, after: words } = await meant(context, system);
  if (run === null) return null;
  const [name, ...after] = await whole(system, run, words, true);
  if (name === undefined || after.length === 0) return null;
  const early = await decisionOf(system, run, name);
  await noteUnread(system, run);
  // A manual edit may have created it.
  if (isRefusal(early)) await system.scan(run);
  const standing = isRefusal(early) ? await decisionOf(system, run, name) : early;
  if (isRefusal(standing)) return standing;
  const options = standing.job.decision?.options ?? [];
  // A flag's value may precede it.
  return options.find(({ id }) => after.includes(id)) ?? optionOf(standing, after[0] ?? "");
};

export const decide: Verb = {
  name: "decide",
  summary: "show a question that a run asks you, or answer it",
  args: [
    { word: "RUN", must: false, means: "the run; the only live one if not said" },
    {
      word: "DECISION",
      must: false,
      means:
        "its key, or the unit that it is about; not needed where only one has the option; without both, all that waits is shown",
    },
    { word: "OPTION", must: false, means: "the answer; without it, the question is shown" },
  ],
  options: own,
  follows: "An option may ask for more: `cairn decide DECISION OPTION --help` lists its flags",
  example: [
    "cairn decide 0198f3 approve-1",
    "cairn decide approve",
    "cairn decide 0198f3 approve-1 approve",
    'cairn decide 0198f3 approve-2 revise --note "split task 3"',
  ],
  flags: async (context) => {
    const option = await guessed(context, await context.system());
    if (option === null || isRefusal(option)) return option ?? {};
    return option.fields === undefined ? {} : formOptions(formOf(option));
  },
  run: async (context) => {
    const system = await context.system();
    if (await namesNone(context, system)) return allWaiting(context, system);
    const early = await meant(context, system);
    if (early.run !== null) await noteUnread(system, early.run);
    const picked = await pick(context, system, rest);
    if (isRefusal(picked)) return picked;
    const { run } = picked.card;
    const [name = "", id] = await whole(system, run, picked.rest);
    const standing = await decisionOf(system, run, name);
    if (isRefusal(standing)) return standing;
    if (id === undefined) {
      if (!(await maySettle(context, system))) return shown(system, run, standing);
      await settle(context, system, run, standing.job.key);
      return stillWaiting(system, run, true);
    }
    const changed = changedNow(system, run, standing, name);
    if (changed !== null) return changed;
    const option = optionOf(standing, id);
    if (isRefusal(option)) return option;
    const said = last(context.given, "note") ?? last(context.given, "reason");
    // A person who typed the whole answer isn't asked for optional parts.
    const note =
      said ??
      (option.note === "must" && (await maySettle(context, system))
        ? await noteFor(context, option)
        : "");
    // Checked before other missing parts.
    const missing = reasonMissing(note, option.note === "must", "note");
    if (missing !== null) return missing;
    const form = formOf(option);
    const composed = await compose(form, context.given, [], context.read);
    if (isRefusal(composed)) return composed;
    const lacks = lacking(run, standing.job.key, option, composed.data);
    if (lacks !== null) return lacks;
    const by = await asker(context, system, run);
    if (isRefusal(by)) return by;
    const sent = await system.decide(
      run,
      standing.job.key,
      option.id,
      note,
      option.fields === undefined ? null : composed.data,
      by,
    );
    return sentAnswer(system, picked.card.protocol, sent, { goesOn: true });
  },
};
