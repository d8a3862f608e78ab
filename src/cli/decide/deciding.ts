// Prompts for a run's decisions, until each is answered or one is left open.
import { optionText } from "../../core/words/decision-options.ts";
import { isSender, sender } from "../../core/words/event-line.ts";
import type { DecisionOption } from "../../core/job.ts";
import { parsed } from "../../core/json/parsed.ts";
import { isRecord } from "../../core/json/record.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import { asTyped } from "../../core/words/shell-word.ts";
import { wordsOfType } from "../../core/words/telling.ts";
import type { AskedDecision, Sent, System } from "../../runtime/system.ts";
import { has } from "../flags/args.ts";
import { clean } from "../../core/words/clean.ts";
import { compose, type Form } from "../flags/compose.ts";
import { noteRefused } from "../failure.ts";
import { type Field, fieldsOf } from "../flags/fields.ts";
import { ends, fitted, type Page } from "../terminal/layout.ts";
import { whileOpen } from "./while-open.ts";
import { howMany } from "../../core/words/how-many.ts";
import { agentMayNot, asker } from "../who.ts";
import type { Context } from "../verb.ts";
import { QuestionLeft } from "../world.ts";

/** Columns that a prompt keeps beside its text. */
const barWidth = 4;
/** Lines of a question that a prompt repeats whole. */
const promptLines = 6;
/** In addition to the decision's own options. */
const [edit, fixed, later] = ["edit", "fixed", "later"];

export const formOf = ({ fields }: DecisionOption): Form => ({
  schema: isRecord(fields) ? fields : {},
});

/** Whether a person at the terminal may decide. */
export const maySettle = async (context: Context, system: System): Promise<boolean> =>
  context.asks &&
  !has(context.given, "json") &&
  (await agentMayNot(context, system, "deciding")) === null;

const many = async ({ ask }: Context, question: string): Promise<readonly string[]> => {
  const lines = [await ask.line(question, true)];
  for (;;) {
    const line = await ask.line("One more (Enter: that is all)", false);
    if (line === "") return lines;
    lines.push(line);
  }
};

/** Fields that an option's answer needs. */
export const requiredFields = (schema: Form["schema"]): readonly Field[] => {
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  return fieldsOf(schema).filter(({ path }) => path.length === 1 && required.includes(path[0]));
};

/** Flags, as if typed, for the option's required fields. */
const fieldFlags = async (
  context: Context,
  form: Form,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const flags = new Map<string, readonly string[]>();
  for (const { flag, takes, means } of requiredFields(form.schema)) {
    const question = `${flag}: ${means}${takes === "json" ? " (as JSON)" : ""}`;
    flags.set(
      flag,
      takes === "texts" ? await many(context, question) : [await context.ask.line(question, true)],
    );
  }
  return flags;
};

export const noteFor = ({ ask }: Context, { note }: DecisionOption): Promise<string> =>
  note === "none"
    ? Promise.resolve("")
    : ask.line(note === "must" ? "In your own words" : "A note (Enter: none)", note === "must");

/** Prompts for the chosen option's fields, and answers like `decide`. `said`: its note, if already given. */
const settled = async (
  context: Context,
  system: System,
  run: string,
  key: string,
  option: DecisionOption,
  said?: string,
): Promise<Sent | Refusal> => {
  const note = said ?? (await noteFor(context, option));
  const form = formOf(option);
  const composed = await compose(
    form,
    { words: [], flags: await fieldFlags(context, form) },
    [],
    context.read,
  );
  if (isRefusal(composed)) return composed;
  const by = await asker(context, system, run);
  if (isRefusal(by)) return by;
  return system.decide(
    run,
    key,
    option.id,
    note,
    option.fields === undefined ? null : composed.data,
    by,
  );
};

const fence = /^`{3,}[\w ]*$/u;

/** The brief without the question, which the prompt shows, and fence marks. */
export const material = (brief: string, question: string): string =>
  brief
    .replace(question, "")
    .split("\n")
    .filter((line) => !fence.test(line))
    .join("\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim();

/** One question: its context, then its options. false: left open. */
const asked = async (
  context: Context,
  system: System,
  { run, key, question: whole, options, brief, rewrite }: AskedDecision,
): Promise<boolean> => {
  // What went wrong stands on one screen with the options; a plan is read before it is approved.
  const [first, last] = rewrite === null ? [12, 6] : [48, 12];
  const short = (page: Page, text: string, ...most: readonly [number, number]): string =>
    ends(
      fitted(clean(text), page),
      ...most,
      (left) => `  … ${howMany(left, "more line")}: cairn decide ${run} ${asTyped(key)} --no-input`,
    );
  const page = context.page();
  // A prompt stands behind a bar.
  const beside = { ...page, width: page.width - barWidth };
  // A long question is read before the prompt, which asks in its last sentences.
  const isLong = fitted(clean(whole), beside).split("\n").length > promptLines;
  const about = short(page, material(brief, whole), first, last);
  const told = isLong ? [about, short(page, whole, 40, 10)] : [about];
  const text = told.filter((part) => part !== "").join("\n\n");
  context.tell({ json: null, text: () => `\n${text}\n` });
  const question = short(beside, (isLong ? whole.trim().split("\n").at(-1) : whole) ?? "", 4, 2);
  const [open, ...others] = options;
  if (open?.note === "must" && others.length === 0 && rewrite === null) {
    // Without options, the words themselves are the answer.
    const said = await context.ask.line(`${question}\nYour answer (Enter alone: later)`, false);
    if (said === "") return false;
    const sent = await settled(context, system, run, key, open, said);
    if (isRefusal(sent)) noteRefused(context, sent);
    return true;
  }
  const mended = options.find(({ mends }) => mends !== undefined)?.mends;
  const recommended = options.find((option) => option.recommended) ?? options[0];
  const chosen = await context.ask.choose(
    question,
    [
      ...options.map((option) => ({ id: option.id, label: `${option.id}: ${optionText(option)}` })),
      ...(mended === undefined
        ? []
        : [
            {
              id: fixed,
              label:
                "fixed: you fixed it in your checkout; its checks run on what you changed there",
            },
          ]),
      ...(rewrite === null ? [] : [{ id: edit, label: "edit: change it in your editor first" }]),
      { id: later, label: "later: leave it open" },
    ],
    recommended?.id,
  );
  const option = options.find(({ id }) => id === chosen);
  if (option?.ends === true && !(await context.ask.agree(`${optionText(option)} Sure?`, false)))
    return false;
  if (option !== undefined) {
    const sent = await settled(context, system, run, key, option);
    if (isRefusal(sent)) noteRefused(context, sent);
  } else if (mended !== undefined && chosen === fixed) {
    const answer = await (
      await import("../commands/job-check.ts")
    ).again(context, system, run, mended);
    if (isRefusal(answer)) noteRefused(context, answer);
    else context.tell({ json: null, text: answer.text ?? (() => "") });
  } else if (rewrite === null || chosen === later) return false;
  else await (await import("./rewriting.ts")).rewritten(context, system, run, rewrite);
  return true;
};

/** The first open decision, or that of the key, after reading manual edits; including child runs. */
const due = async (
  system: System,
  run: string,
  key: string | null,
): Promise<AskedDecision | null> => {
  await system.scan(run);
  const all = await system.decisions(run);
  const first = isRefusal(all) ? undefined : all.find((one) => key === null || one.key === key);
  const found = first === undefined ? null : await system.decision(first.run, first.key);
  return found === null || isRefusal(found) ? null : found;
};

/** Who settled the question meanwhile, and by what. */
const noteElsewhere = async (
  { note }: Context,
  system: System,
  { run, key }: AskedDecision,
  before: number,
): Promise<void> => {
  const told = (await system.rows(run, before)).flatMap(({ type, by }) => {
    const who = parsed(by);
    return isSender(who) ? [{ type, who }] : [];
  });
  const row = told.find(({ who }) => who.kind === "person") ?? told[0];
  const how =
    row === undefined
      ? ""
      : ` by ${row.who.kind === "person" ? row.who.name : sender(row.who)}: ${wordsOfType(row.type)}`;
  note(clean(`${key} was answered elsewhere${how}`));
};

/** Asks until it is answered here or elsewhere. false: left open. */
const settledOne = async (
  context: Context,
  system: System,
  decision: AskedDecision,
): Promise<boolean> => {
  const { run, key } = decision;
  const card = await system.find(run);
  const isOpen = async (): Promise<boolean> => {
    const all = await system.decisions(run);
    return isRefusal(all) || all.some((one) => one.run === run && one.key === key);
  };
  const answer = await whileOpen(context, system, isOpen, (here) => asked(here, system, decision));
  if (answer !== "elsewhere") return answer;
  await noteElsewhere(context, system, decision, isRefusal(card) ? 0 : card.version);
  return true;
};

/** All open decisions, or that of the key. true: answered; false: one was left open, by choice or by Ctrl-C. */
export const settle = async (
  context: Context,
  system: System,
  run: string,
  key: string | null = null,
): Promise<boolean> => {
  try {
    for (;;) {
      const next = await due(system, run, key);
      if (next === null) return true;
      if (!(await settledOne(context, system, next))) return false;
    }
  } catch (error) {
    if (error instanceof QuestionLeft) return false;
    throw error;
  }
};
