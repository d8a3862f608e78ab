// Completions for each word of usage lines (RUN, JOB, TEMPLATE …), from the current project.
import { optionText } from "../../core/words/decision-options.ts";
import { newestFirst } from "../../core/newest.ts";
import { ownOf } from "../../core/json/own.ts";
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

/** Number of runs shown with title, each of which is folded. */
const mostTitled = 20;

const naturalName = ({ place }: Card): string => place.split("/").at(-1) ?? "";

const runs = async ({ system, now }: Where): Promise<readonly Offer[]> => {
  const cards = newestFirst(await system.runs());
  const told = await Promise.all(
    cards.map(async (card, at) => {
      const view = at < mostTitled ? await system.view(card.run).catch(() => null) : null;
      const title = view === null || isRefusal(view) ? naturalName(card) : view.title;
      const means = `${title} (${[card.protocol, phaseWords(card.phase)].filter((part) => part !== "").join(", ")})`;
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
  const view = run === null ? null : await system.view(run.run);
  return view === null || isRefusal(view)
    ? []
    : view.nodes.map(({ id, label, kind, status }) => [id, `${label} (${kind}, ${status})`]);
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

const listed =
  (...sources: readonly ((where: Where) => Promise<readonly Offer[]>)[]): Source =>
  async (where) => ({ words: (await Promise.all(sources.map((source) => source(where)))).flat() });

/** By the word of the usage line; what names files needs no project. Others are free text. */
const sources: Readonly<Record<string, Source | Offers["files"]>> = {
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
  DIR: "folders",
  FOLDER: "folders",
  FILE: "files",
  PATH: "files",
};

/** By the flag's name, if the word for its value isn't above. */
const flagSources: typeof sources = {
  agent: listed(agents),
  from: "files",
  task: listed(units),
  template: listed(templates),
  to: listed(units),
};

/** Possible values for this word of a usage line, which may list them: `bash|zsh|fish`. @param where null: there is no project */
export const offersFor = async (
  word: string,
  flag: string | null,
  where: Where | null,
): Promise<Offers> => {
  if (/^[a-z][\w-]*(\|[a-z][\w-]*)+$/u.test(word))
    return { words: word.split("|").map((one) => [one, ""]) };
  const source = ownOf(sources, word) ?? (flag === null ? undefined : ownOf(flagSources, flag));
  if (typeof source === "string") return { words: [], files: source };
  if (where !== null && source !== undefined) return source(where);
  return word === "TEMPLATE" ? { words: [], files: "files" } : { words: [] };
};
