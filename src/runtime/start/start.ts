// Start of a run: a name, a folder in which no other files are, and a first event.
import type { Command, Facts, Protocol, Sender } from "../../core/protocol.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Card, Path } from "../../core/row.ts";
import type { Ground } from "../../workspace/workspace.ts";
import { budgetIn } from "../jobs/budget.ts";
import { commit } from "../send/commit.ts";
import { agentFor, type Config, configOfRun } from "../config.ts";
import { optionsOf } from "../config/options.ts";
import { configNow, type Engine, groundOf, messagesOf } from "../engine.ts";
import { emptyFold, type Folded } from "../fold.ts";
import { type Entry, readFilled } from "../send/gate.ts";
import { engineSender } from "../jobs/handover.ts";
import { baseAt, type From } from "../landing/begin.ts";
import { checkFit } from "../landing/fitting.ts";
import type { Door } from "../send.ts";
import type { RunOptions } from "../run-options.ts";
import type { Started } from "../results.ts";
import { askedFacts } from "../send/world-facts.ts";

/** Maximum of characters in a run's id. */
const idLength = 12;

/** How many used names to skip. */
const mostNames = 600;

/** How it is to be driven. */
export type Driven = Pick<RunOptions, "serve" | "labels"> &
  Partial<Pick<RunOptions, "hand" | "changes">>;

export type StartAsk = {
  readonly protocol: Protocol;
  readonly data: unknown;
  readonly by: Sender;
  readonly origin: string | null;
  /** Relative to the repository's base. */
  readonly root: string;
  readonly dry: boolean;
  /** Moves a run's files to their place. */
  readonly scan?: (run: string) => Promise<void>;
  /** Sent with the start: all or none. */
  readonly then: readonly Command[];
  /** To be driven at once: not created if this machine lacks what it needs. */
  readonly driven?: Driven | undefined;
  /** Its start commit; defaults to the checkout when first driven. */
  readonly from?: From | undefined;
  /** The run's id; random by default. */
  readonly id?: string | undefined;
};

/** How to free a place that holds a file. */
const freeing = async (
  engine: Engine,
  protocol: Protocol,
  path: Path,
  inGit: boolean,
): Promise<string> => {
  if (protocol.owns === undefined)
    return "start under another name, or go on with the run that is there (`cairn status` lists the runs)";
  const { besideOthers } = await import("../adoption/strays.ts");
  return (
    (await besideOthers(engine, protocol, path, inGit)) ??
    "go on with the run that is there (`cairn status` lists the runs), or archive it if it is over (`cairn archive`); a file of no run: take it over with `cairn adopt`, or move it elsewhere"
  );
};

/** Any existing entry counts: folders, pipes and broken links can't be overwritten either. */
const presentOf = async (
  engine: Engine,
  at: Ground,
  files: readonly Path[],
): Promise<Path | null> => {
  const folders = [...new Set(files.map((path) => path.slice(0, path.lastIndexOf("/"))))];
  const { names = {} } = await engine.workspace.facts(at, { names: folders }, engine.now());
  const there = new Set(
    Object.entries(names).flatMap(([folder, list]) => list.map((name) => `${folder}/${name}`)),
  );
  return files.find((path) => there.has(path)) ?? null;
};

/** All that would end it before its first job. Faults: AGENT_MISSING, PROGRAM_MISSING, FENCE_MISSING, INCLUDE_INVALID, and those of unsuitable repositories and disks. */
const drivable = async (
  engine: Engine,
  run: string,
  folded: Folded,
  driven: Driven,
): Promise<void> => {
  const { findBeforehand } = await import("../runner/agents.ts");
  await findBeforehand(engine, folded, driven);
  const { fenceHere } = await import("../agents/fence-here.ts");
  await fenceHere(engine);
  await checkFit(engine, run, folded, driven.changes === true);
};

type Attempt = {
  readonly engine: Engine;
  readonly ask: StartAsk;
  readonly run: string;
  readonly config: Config;
  readonly facts: Facts;
  /** Of the same protocol. */
  readonly cards: readonly Card[];
};

/** A run that left the place may have been killed before its files moved. */
const standingIn = async (
  { engine, ask, cards }: Attempt,
  at: Ground,
  files: readonly Path[],
): Promise<Path | null> => {
  const present = await presentOf(engine, at, files);
  if (present === null || ask.protocol.owns === undefined || ask.dry) return present;
  for (const card of cards)
    if (card.root === ask.root && card.life === "archived") await ask.scan?.(card.run);
  return presentOf(engine, at, files);
};

/** Whether the folder belongs to another run, or holds files of no run. */
const folderTaken = async (
  attempt: Attempt,
  at: Ground,
  folder: string,
  files: readonly Path[],
): Promise<Refusal | null> => {
  const { engine, ask, cards, facts } = attempt;
  const present = await standingIn(attempt, { ...at, place: folder }, files);
  if (present !== null)
    return refuse("FOLDER_TAKEN", "the run's folder holds a file already", {
      fits: await freeing(engine, ask.protocol, present, facts.repo !== null),
      path: present,
    });
  const below = (card: Card): string => engine.resolve(engine.base, card.root);
  const other = cards.find(
    (card) => card.root === ask.root && engine.resolve(below(card), card.place) === folder,
  );
  return other === undefined
    ? null
    : refuse("FOLDER_TAKEN", `run ${other.run} has this folder already`, {
        fits: "go on with that run, or start under another name",
      });
};

/** A run whose files can't be written would still exist and look ready. */
const makeable = async ({ workspace }: Engine, folder: string): Promise<void> => {
  const fault = await workspace.unmakeable(folder);
  if (fault !== null)
    throw new Fault(
      fault.code,
      `no run was made, since its files could not be written in ${folder}: ${fault.message}`,
      fault.hint,
      fault.cause,
    );
};

/** Commands of the engine sent with the start. */
const ownCommands = async (
  { engine, ask, run }: Attempt,
  folded: Folded,
  commands: readonly Command[],
): Promise<readonly Command[]> => {
  const sets = ask.origin === null && commands.every(({ type }) => type !== "SetBudget");
  const budget = sets ? await budgetIn(engine) : null;
  return [
    ...(budget === null ? [] : [{ type: "SetBudget", data: { budget } }]),
    ...(ask.from === undefined ? [] : [await baseAt(engine, run, folded, ask.from)]),
  ];
};

const startAs = async (
  attempt: Attempt,
  door: Door,
  commands: readonly Command[],
): Promise<Started | Refusal> => {
  const { engine, ask, run, facts } = attempt;
  const { protocol, by, root, origin } = ask;
  const empty = emptyFold(protocol, root, origin);
  const asked: Entry[] = [];
  for (const command of commands) {
    const read = readFilled(messagesOf(protocol), protocol.name, command, facts, by);
    if (isRefusal(read)) return read;
    asked.push(read);
  }
  const decided = commit.decide(engine.now, empty, run, "dry", asked);
  if (isRefusal(decided)) return decided;
  const { folded, events } = decided;
  const { place: folder } = groundOf(engine, folded);
  if (folder === null) return refuse("FOLDER_TAKEN", "the run has no folder");
  const files = Object.keys(protocol.write(folded.state, events)).map(
    (path) => `${folder}/${path}`,
  );
  const taken = await folderTaken(attempt, groundOf(engine, empty), folder, files);
  if (taken !== null) return taken;
  const config = configOfRun(attempt.config, folded.state);
  const preview =
    protocol.preview?.(folded.state, (role) => agentFor(config, protocol.name, role)) ?? null;
  const started = { run, protocol: protocol.name, folder, files, preview };
  if (ask.driven !== undefined)
    await drivable({ ...engine, config: attempt.config }, run, folded, ask.driven);
  if (ask.dry) return { ...started, version: folded.version };
  await makeable(engine, folder);
  const own = await ownCommands(attempt, folded, commands);
  const said = [
    ...commands.map((command) => ({ command, by })),
    ...own.map((command) => ({ command, by: engineSender(null) })),
  ];
  const sent = await door({ run, said, birth: { protocol, root, origin } });
  return isRefusal(sent) ? sent : { ...started, version: sent.version };
};

/** Starts a run; `dry` decides and renders without writing. Fault AGENT_MISSING: `driven`, but nothing can do what it needs. Refusals: the protocol's own, FOLDER_TAKEN, RUN_EXISTS, PATH_OUTSIDE, FILE_OVERSIZED. */
export const startRun = async (
  engine: Engine,
  door: Door,
  ask: StartAsk,
): Promise<Started | Refusal> => {
  const { protocol, data, root, origin } = ask;
  // A run that can't be driven here leaves nothing behind, not even that cache.
  if (ask.driven !== undefined && !ask.dry) {
    // What a planted git starts meanwhile is below a runner, so it doesn't count as a person.
    const ended = engine.workspace.runners.begin(ask.id ?? "new", engine.now());
    const tried = await startRun(engine, door, { ...ask, dry: true }).finally(ended);
    return isRefusal(tried) ? tried : startRun(engine, door, { ...ask, driven: undefined });
  }
  const type = protocol.verbs["start"] ?? "Start";
  const config = await configNow(engine);
  const options = optionsOf(config, protocol);
  const run = ask.id ?? engine.chance(idLength);
  const ground = groundOf(engine, emptyFold(protocol, root, origin));
  const wanted = messagesOf(protocol).get(type)?.ask?.(null, data) ?? {};
  // Measuring a tree fills a disk cache, and a dry start writes nothing.
  const facts = await askedFacts(engine, ground, ask.dry ? { ...wanted, tree: false } : wanted);
  if (isRefusal(facts)) return facts;
  const cards = await engine.ledger.runs({ protocol: protocol.name });
  const attempt = { engine, ask, run, config, facts, cards };
  const named = (n: number): Command => protocol.complete({ type, data }, facts, run, n, options);
  const begin = async (n: number): Promise<Started | Refusal> => {
    const begun = await startAs(attempt, door, [named(n), ...ask.then]);
    const takes = isRefusal(begun) && begun.code === "FOLDER_TAKEN" && n < mostNames;
    return takes && JSON.stringify(named(n)) !== JSON.stringify(named(n + 1))
      ? begin(n + 1)
      : begun;
  };
  return begin(0);
};
