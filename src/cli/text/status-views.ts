// Further views of `cairn status`: the jobs that ought to run now, and the recorded state or a file, now or then.
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Card, Time } from "../../core/row.ts";
import type { Standing, System } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { list } from "../terminal/layout.ts";
import { pick } from "../pick/pick.ts";
import { decisionLines } from "./picture-text.ts";
import { onWhich } from "./unit-lines.ts";
import { joined } from "./words.ts";
import { pictureOf } from "./picture.ts";
import { type Answer, type Context, exits } from "../verb.ts";
import { isRecord } from "../../core/json/record.ts";
import { ownOf } from "../../core/json/own.ts";
import { last } from "../flags/args.ts";
import { suggestion } from "../help/nearest.ts";

type Rule = { readonly key: string; readonly role: string; readonly reason: string };

/** The protocol's own rule for what comes first; null: none stated. */
const ruleOf = (standings: readonly Standing[]): Rule | null => {
  const [first] = standings;
  return first?.job.reason === undefined
    ? null
    : { key: first.job.key, role: first.job.role, reason: first.job.reason };
};
const ruleLine = ({ key, role, reason }: Rule): string =>
  `${cleanLine(reason)} → ${key} for ${role === "person" ? "you" : role}`;

/** A live run with nothing due waits for running work, or is stuck. */
const nothing = ({ life, phase }: Card): string =>
  life === "over" || life === "archived"
    ? `over: no job is due any more (${cleanLine(phase)})`
    : "nothing: no job is due";

/** Of the named run, else the only live one, else the one that was at work last. */
export const nextAnswer = async (context: Context, system: System): Promise<Answer | Refusal> => {
  const picked = await pick(context, system, { over: "newest" });
  if (isRefusal(picked)) return picked;
  const { run } = picked.card;
  const standings = await system.standings(run);
  if (isRefusal(standings)) return standings;
  const rule = ruleOf(standings);
  const picture = await pictureOf(system, picked.card);
  if (isRefusal(picture)) return picture;
  const { jobs } = picture;
  const decisions = picture.decisions.filter((decision) => decision.run === run);
  return {
    exit: exits.done,
    json: { run, ...(rule === null ? {} : { next: rule }), jobs, decisions },
    text: (page) => {
      const rows = jobs.map((job) => {
        const who = job.by === null ? null : `by ${job.by}`;
        return [job.is, job.key, job.role, joined([onWhich(job), job.why ?? who], "; ")];
      });
      const lines = [
        ...(rule === null ? [] : [ruleLine(rule)]),
        ...list(rows, page),
        ...decisions.flatMap((decision) => decisionLines(decision, page)),
      ];
      return lines.length === 0 ? nothing(picked.card) : lines.join("\n");
    },
  };
};

/** A version, or a time in any date format. */
const moment = (text: string): number | Time | Refusal => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const time = Date.parse(text);
  return Number.isNaN(time)
    ? refuse("USAGE", `--at ${text.slice(0, 64)} is neither a version nor a time`, {
        fits: "--at=41 or --at=2026-01-08T12:30:00Z",
      })
    : new Date(time).toISOString();
};

const within = (value: unknown): readonly unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

/** By its name or id (`plan`, `2` of tasks, `1.2` of an epic's stories), outermost first; undefined: none. */
const partOf = (level: readonly unknown[], name: string): unknown => {
  // Items of a list stand where it does.
  const parts = level.flatMap((one): readonly unknown[] => (Array.isArray(one) ? one : [one]));
  const found = parts
    .filter(isRecord)
    .find((one) => Object.hasOwn(one, name) || one["id"] === name);
  if (found !== undefined) return Object.hasOwn(found, name) ? found[name] : found;
  return parts.length === 0 ? undefined : partOf(parts.flatMap(within), name);
};

const unitUnknown = async (system: System, run: string, name: string): Promise<Refusal> => {
  const view = await system.view(run);
  return refuse("UNIT_UNKNOWN", `the state has no unit ${name.slice(0, 64)}`, {
    fits: suggestion(name, isRefusal(view) ? [] : view.nodes.map(({ id }) => id)),
  });
};

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** Of the named run, else the only live one, else the one that was at work last. */
export const stateAnswer = async (context: Context, system: System): Promise<Answer | Refusal> => {
  const picked = await pick(context, system, { words: "[UNIT]", over: "newest" });
  if (isRefusal(picked)) return picked;
  const { card, rest } = picked;
  const [unit] = rest;
  const said = last(context.given, "at");
  const at = said === null ? undefined : moment(said);
  if (isRefusal(at)) return at;
  if (typeof at === "number" && (at < 1 || at > card.version))
    return refuse("VERSION_UNKNOWN", `run ${card.run} has no version ${at}`, {
      fits: `--at 1 to --at ${card.version}`,
    });
  const path = last(context.given, "file");
  if (path !== null) {
    if (unit !== undefined)
      return refuse("USAGE", "a unit and a file at once", { fits: "one of them" });
    const files = await system.files(card.run, at);
    if (isRefusal(files)) return files;
    const text = ownOf(files, path);
    if (text === undefined)
      return refuse("FILE_UNKNOWN", `the run has no file ${path.slice(0, 200)}`, {
        fits: suggestion(path, Object.keys(files)),
      });
    return { exit: exits.done, json: { run: card.run, path, text }, text: () => text };
  }
  const state = await system.state(card.run, at);
  if (isRefusal(state)) return state;
  if (unit === undefined) return { exit: exits.done, json: state, text: () => pretty(state) };
  const part = partOf([state], unit);
  return part === undefined
    ? unitUnknown(system, card.run, unit)
    : { exit: exits.done, json: part, text: () => pretty(part) };
};
