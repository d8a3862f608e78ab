// Completions for each word of usage lines (RUN, JOB, TEMPLATE …), from the current project.
import { optionText } from "../../core/words/decision-options.ts";
import { newestFirst } from "../../core/newest.ts";
import { ownOf } from "../../core/json/own.ts";
import { parsed } from "../../core/json/parsed.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import { phaseWords } from "../../core/words/states.ts";
import type { System } from "../../runtime/system.ts";

/** A possible word and its meaning. */
export type Offer = readonly [word: string, means: string];
/** `files`: the shell should offer files, too, or only folders. */
export type Offers = { readonly words: readonly Offer[]; readonly files?: "files" | "folders" };
/** `run`: the selected run; null: none, or ambiguous. `given`: the previous words. */
export type Where = {
  readonly system: System;
  readonly run: Card | null;
  readonly now: string;
  readonly given: readonly string[];
};
type Source = (where: Where) => Promise<Offers>;

/** Number of runs shown with title, each of which requires its first event. */
const mostTitled = 100;

/** The title at the start: a later one would require folding the run. */
const titleOf = async (system: System, { run, protocol: name }: Card): Promise<string | null> => {
  const [first] = await system.rows(run, 0, 1);
  const protocol = await system.protocol(name);
  if (first === undefined || isRefusal(protocol)) return null;
  const { type, version, at, cause } = first;
  // No title depends on the run's creator.
  const state = protocol.evolve(null, {
    type,
    data: parsed(first.data),
    version,
    at,
    by: { kind: "person", name: "" },
    cause,
  });
  return protocol.view(state).title;
};

const naturalName = ({ place }: Card): string => place.split("/").at(-1) ?? "";

const runs = async ({ system, now }: Where): Promise<readonly Offer[]> => {
  const cards = newestFirst(await system.runs());
  const told = await Promise.all(
    cards.map(async (card, at) => {
      const title = at < mostTitled ? await titleOf(system, card).catch(() => null) : null;
      const means = `${title ?? naturalName(card)} (${[card.protocol, phaseWords(card.phase)].filter((part) => part !== "").join(", ")})`;
      // By id, and by folder name if that is being typed.
      const named =
        now !== "" && naturalName(card) !== card.run && naturalName(card).startsWith(now);
      return [[card.run, means] as const, ...(named ? [[naturalName(card), means] as const] : [])];
    }),
  );
  return told.flat();
};

const protocolOffers = async ({ system }: Where): Promise<readonly Offer[]> =>
  system.protocols.map((name) => [name, "protocol"]);

const templates = async ({ system }: Where): Promise<readonly Offer[]> => {
  const listed = await (await system.templates()).list();
  return isRefusal(listed)
    ? []
    : listed.map(({ slug, name, means }) => [slug, means === "" ? name : `${name}: ${means}`]);
};

const units = async ({ system, run }: Where): Promise<readonly Offer[]> => {
  const loaded = run === null ? null : await system.load(run.run);
  if (loaded === null || isRefusal(loaded)) return [];
  return loaded.protocol
    .view(loaded.state)
    .nodes.map(({ id, label, kind, status }) => [id, `${label} (${kind}, ${status})`]);
};

const jobs = async ({ system, run }: Where): Promise<readonly Offer[]> => {
  const all = run === null ? [] : await system.standings(run.run);
  if (isRefusal(all)) return [];
  const due = all.filter(({ job }) => job.kind !== "decision");
  return due.map(({ job, is }) => [job.key, `${job.role} of ${job.subject} (${is})`]);
};

const decisions = async ({ system, run }: Where) => {
  const all = run === null ? [] : await system.standings(run.run);
  return isRefusal(all)
    ? []
    : all.flatMap(({ job, is }) =>
        is === "decision" && job.decision !== undefined ? [{ ...job.decision, job }] : [],
      );
};

/** The answers to the previous decision; without one, those of the only open decision. */
const answers = async (where: Where): Promise<readonly Offer[]> => {
  const all = await decisions(where);
  const named = all.filter(
    ({ job }) => where.given.includes(job.key) || where.given.includes(job.subject),
  );
  const [only, ...more] = named.length > 0 ? named : all;
  return only === undefined || more.length > 0
    ? []
    : only.options.map((option) => [option.id, optionText(option)]);
};

const agents = async ({ system }: Where): Promise<readonly Offer[]> =>
  Object.entries(system.config.agents).map(([name, { driver }]) => [name, `agent (${driver})`]);

const commands = async ({ system, run }: Where): Promise<readonly Offer[]> =>
  run === null
    ? []
    : (await system.messages(run.protocol))
        .filter(({ verb }) => verb === undefined)
        .map(({ type, means }) => [type, means]);

const schemas = async ({ system }: Where): Promise<readonly Offer[]> => {
  const { documents } = await import("../files/documents.ts");
  const protocols = await Promise.all(system.protocols.map((name) => system.protocol(name)));
  const all = await documents(
    protocols.flatMap((protocol) => (isRefusal(protocol) ? [] : [protocol])),
  );
  return all.map(({ name, kind, means }) => [name, `${kind}: ${means}`]);
};

const none: Source = async () => ({ words: [] });
const files: Source = async () => ({ words: [], files: "files" });
const folders: Source = async () => ({ words: [], files: "folders" });
const listed =
  (...sources: readonly ((where: Where) => Promise<readonly Offer[]>)[]): Source =>
  async (where) => ({ words: (await Promise.all(sources.map((source) => source(where)))).flat() });

/** By the word of the usage line. Others are free text. */
const sources: Readonly<Record<string, Source>> = {
  RUN: listed(runs),
  "RUN|WAY": listed(runs, protocolOffers),
  JOB: listed(jobs),
  UNIT: listed(units),
  TASK: listed(units),
  DECISION: listed(async (where) =>
    (await decisions(where)).map(({ job, question }) => [job.key, question]),
  ),
  OPTION: listed(answers),
  COMMAND: listed(commands),
  DOCUMENT: listed(schemas),
  TEMPLATE: async (where) => ({ words: await templates(where), files: "files" }),
  '"GOAL"': async (where) =>
    where.given[0] === "player" ? { words: await templates(where) } : { words: [] },
  DIR: folders,
  FOLDER: folders,
  FILE: files,
  PATH: files,
};

/** By the flag's name, if the word for its value isn't above. */
const flagSources: Readonly<Record<string, Source>> = {
  agent: listed(agents),
  from: files,
  task: listed(units),
  template: listed(templates),
  to: listed(units),
};

/** A word that lists choices: `bash|zsh|fish`. */
export const choices = (word: string): readonly Offer[] =>
  /^[a-z][\w-]*(\|[a-z][\w-]*)+$/u.test(word) ? word.split("|").map((one) => [one, ""]) : [];

/** Possible values for this word of a usage line. */
export const sourceOf = (word: string, flag: string | null): Source => {
  const fixed = choices(word);
  if (fixed.length > 0) return async () => ({ words: fixed });
  const found = ownOf(sources, word) ?? (flag === null ? undefined : ownOf(flagSources, flag));
  return found ?? none;
};
