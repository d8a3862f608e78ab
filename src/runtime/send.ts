// The one door (ARCHITECTURE, invariant 3): every command of every surface is decided here and nowhere else.
import type { Message } from "../core/message.ts";
import type { Command, Protocol, Sender } from "../core/protocol.ts";
import { redact, redactValue } from "../core/secrets/redact.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import type { Ground } from "../workspace/workspace.ts";
import { commandId, drawn } from "./send/command-id.ts";
import { commit, type Decided } from "./send/commit.ts";
import { type Engine, groundOf, messagesOf } from "./engine.ts";
import { unknownRun } from "./find.ts";
import { emptyFold, type Folded, type Folds, recorded } from "./fold.ts";
import { type Entry, readCommand, verbWrong } from "./send/gate.ts";
import { recordableTexts } from "./send/recordable.ts";
import type { Sent } from "./results.ts";
import { workFacts } from "./send/world-facts.ts";

/** A command and its sender: an outcome's commands come from its holder and from the engine together. `where`: the job in whose place or checkout facts are read; default: the sender's. */
export type Statement = { readonly command: Command; readonly by: Sender; readonly where?: string };
/** The start of a new run, whose protocol can't be folded yet. */
export type Birth = {
  readonly protocol: Protocol;
  readonly root: string;
  readonly origin: string | null;
};
export type Request = {
  readonly run: string;
  readonly said: readonly Statement[];
  /** The verb that did what the commands record. */
  readonly verb?: string;
  /** A repeated id returns the first result. */
  readonly id?: string;
  readonly birth?: Birth;
  /** The version on which the request is based: if it has changed, the answer is `overtaken`, unless the id is a repetition. */
  readonly on?: number;
  /** Decides and appends nothing. */
  readonly dry?: boolean;
  /** Where facts about unrecorded work are read; default: the sender's work by the record. */
  readonly ground?: Ground;
};
export type Door = (request: Request) => Promise<Sent | Refusal>;
/** Nothing was decided: read again and repeat the request. */
export const overtaken: Refusal = refuse("RUN_MOVED", "the run has gone on since this was read");

/** Maximum of waiting sends of one run per append. */
const batchLimit = 256;

/** The name is self-chosen and stored forever, so it is redacted, too. */
const named = (by: Sender): Sender => {
  const name = redact(by.name);
  return name === by.name ? by : { ...by, name };
};

/** Reads the facts for a command before queueing: a slow disk blocks only this send. */
const prepare = async (
  engine: Engine,
  folds: Folds,
  messages: ReadonlyMap<string, Message>,
  folded: Folded,
  request: Request,
): Promise<Entry[] | Refusal> => {
  const asked: Entry[] = [];
  for (const { command, by, where = by.job } of request.said) {
    const read = readCommand(messages, folded.protocol.name, command);
    if (isRefusal(read)) return read;
    const { message } = read;
    const unasked = verbWrong(message, request);
    if (unasked !== null) return unasked;
    const ask = message.ask?.(folded.state, read.data) ?? null;
    const { ground = groundOf(engine, folded, where, ask?.unit) } = request;
    const world =
      ask === null ? null : await workFacts(engine, folds, request.run, folded, ask, ground);
    if (isRefusal(world)) return world;
    const facts =
      world === null || ask?.texts === undefined
        ? world
        : { ...world, texts: await recordableTexts(engine, ground, ask) };
    const safe = redactValue(read.data);
    const data =
      message.fill === undefined || facts === null ? safe : message.fill(safe, facts, folded.state);
    asked.push({ message, command: { type: command.type, data }, by: named(by) });
  }
  return asked;
};

type Waiting = {
  readonly request: Request;
  readonly id: string;
  readonly asked: readonly Entry[];
  answer(sent: Sent | Refusal): void;
  fail(error: unknown): void;
};
type DecidedSend = Decided & { readonly waiting: Waiting };
/** `again`: requests to decide again. */
type Batch = {
  readonly from: Folded;
  readonly to: Folded;
  readonly decided: readonly DecidedSend[];
  readonly again: readonly Waiting[];
};

/** The earlier result for this id; null: none, or no id. */
const earlierAnswer = async ({ ledger }: Engine, { run, id }: Request): Promise<Sent | null> => {
  const rows = id === undefined ? [] : await ledger.read({ run, cause: id });
  const last = rows.at(-1);
  return last === undefined ? null : { run, events: rows.map(recorded), version: last.version };
};

/** @param sure whether the state is surely the newest; if not, null: a refusal or an empty result has to be decided again on the newest */
const decideBatch = async (
  engine: Engine,
  run: string,
  from: Folded,
  batch: readonly Waiting[],
  sure: boolean,
): Promise<Batch | null> => {
  const again: Waiting[] = [];
  const decided = new Map<string, DecidedSend>();
  let to = from;
  for (const waiting of batch) {
    const { request, id, asked } = waiting;
    if (decided.has(id)) {
      again.push(waiting);
      continue;
    }
    const moved = request.on !== undefined && request.on !== to.version;
    const outcome = moved ? overtaken : commit.decide(engine.now, to, run, id, asked);
    const isNothing = isRefusal(outcome) || outcome.drafts.length === 0;
    if (!sure && (isNothing || request.dry === true)) return null;
    if (isNothing) {
      // It may have been decided long ago: a lost answer is sent again.
      const anew = isRefusal(outcome) ? outcome : { run, events: [], version: to.version };
      waiting.answer((await earlierAnswer(engine, request)) ?? anew);
    } else if (request.dry === true) {
      waiting.answer({ run, events: outcome.events, version: outcome.folded.version });
    } else {
      decided.set(id, { ...outcome, waiting });
      to = outcome.folded;
    }
  }
  return { from, to, decided: [...decided.values()], again };
};

/** In an undamaged ledger an append follows the state just read, or another was first. */
const parted = (run: string, version: number): Fault =>
  new Fault(
    "LEDGER_DAMAGED",
    `run ${run} is said to stand at version ${version}, but not with the event that is there: nothing was recorded`,
    "`cairn verify` names all that is damaged",
  );

type Appending = {
  readonly engine: Engine;
  readonly folds: Pick<Folds, "put" | "forget">;
  /** Called before any sender gets its answer. */
  readonly appended: (run: string, folded: Folded) => void;
};

/** Returns the requests to decide again. */
const appendBatch = async (
  { engine, folds, appended }: Appending,
  run: string,
  { from, to, decided, again }: Batch,
  sure: boolean,
): Promise<readonly Waiting[]> => {
  if (engine.shelve !== undefined) {
    const { shelveNamed } = await import("./shelf/named.ts");
    await shelveNamed(engine, run, { from, to, events: decided.flatMap(({ events }) => events) });
  }
  const answer = await commit.append(engine, run, from, to, decided);
  if (answer.is === "appended") {
    folds.put(run, to);
    appended(run, to);
    for (const { waiting, events, folded } of decided)
      waiting.answer({ run, events, version: folded.version });
    return again;
  }
  if (answer.is === "taken") folds.forget(run);
  if (answer.is === "lost" && answer.version === from.version && sure)
    throw parted(run, answer.version);
  const more: Waiting[] = [];
  for (const { waiting } of decided) {
    const meant = commit.meaning(answer, waiting.id, waiting.asked);
    if (meant === null) more.push(waiting);
    else waiting.answer(isRefusal(meant) ? meant : { run, ...meant });
  }
  return [...again, ...more];
};

const idWrong = ({ id }: Request): Refusal | null =>
  id?.startsWith(drawn) === true
    ? refuse("FIELD_INVALID", `a command's id may not begin with ${drawn}`, {
        pointer: "/id",
        fits: "any other text that you would give no other command",
      })
    : null;

/** The state to decide on. Appends detect intervening events, so a cached state suffices unless `sure`. */
const createGrounds = (folds: Folds) => {
  /** Runs to which another process appends: their cached state is refreshed before deciding. */
  const shared = new Set<string>();
  const fresh = async (run: string, birth: Birth | undefined): Promise<Folded | null> =>
    (await folds.newest(run)) ??
    (birth === undefined ? null : emptyFold(birth.protocol, birth.root, birth.origin));
  const ground = async (
    run: string,
    birth: Birth | undefined,
    sure: boolean,
  ): Promise<Folded | null> => {
    const known = folds.known(run);
    if (known !== undefined && !sure && !shared.has(run)) return known;
    const newest = await fresh(run, birth);
    if (known === undefined || newest === known) shared.delete(run);
    else shared.add(run);
    return newest;
  };
  return { fresh, ground };
};

export const createDoor = (
  engine: Engine,
  folds: Folds,
  appended: (run: string, folded: Folded) => void,
): Door => {
  const queues = new Map<string, Waiting[]>();
  const { fresh, ground } = createGrounds(folds);

  /** Returns the requests to decide again. */
  const attempt = async (
    run: string,
    batch: readonly Waiting[],
    sure: boolean,
  ): Promise<readonly Waiting[]> => {
    const born = batch.find(({ request }) => request.birth !== undefined);
    const from = await ground(run, born?.request.birth, sure);
    if (from === null) {
      for (const waiting of batch) waiting.answer(unknownRun(run));
      return [];
    }
    const made = await decideBatch(engine, run, from, batch, sure);
    if (made === null) return batch;
    return made.decided.length === 0
      ? made.again
      : appendBatch({ engine, folds, appended }, run, made, sure);
  };

  const drain = async (run: string, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) {
      let batch: readonly Waiting[] = queue.splice(0, batchLimit);
      try {
        for (let sure = false; batch.length > 0; sure = true)
          batch = await attempt(run, batch, sure);
      } catch (error) {
        folds.forget(run);
        for (const waiting of batch) waiting.fail(error);
      }
    }
    queues.delete(run);
  };

  return async (request) => {
    const { run } = request;
    const unnamed = idWrong(request);
    if (unnamed !== null) return unnamed;
    const folded = folds.known(run) ?? (await fresh(run, request.birth));
    if (folded === null) return unknownRun(run);
    const asked = await prepare(engine, folds, messagesOf(folded.protocol), folded, request);
    if (isRefusal(asked)) return (await earlierAnswer(engine, request)) ?? asked;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        request,
        id: request.id ?? commandId(engine.chance),
        asked,
        answer: resolve,
        fail: reject,
      };
      const queue = queues.get(run);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const made = [waiting];
      queues.set(run, made);
      // One turn later, so that simultaneous sends are decided together.
      queueMicrotask(() => void drain(run, made));
    });
  };
};
