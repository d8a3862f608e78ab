// The one door (ARCHITECTURE, invariant 3): every command, by whatever surface, is decided here and nowhere else.
import type { Message } from "../core/message.ts";
import type { Sender } from "../core/protocol.ts";
import { redact, redactValue } from "../core/redact.ts";
import { isRefusal, type Refusal, refuse } from "../core/refusal.ts";
import { commandId, drawn } from "./command-id.ts";
import { type Engine, groundOf, messagesOf } from "./engine.ts";
import { unknownRun } from "./find.ts";
import { emptyFold, type Folded, type Folds } from "./fold.ts";
import { type Asked, readCommand, verbWrong } from "./gate.ts";
import { recordableTexts } from "./recordable.ts";
import type { Birth, Door, Request } from "./request.ts";
import { appendBatch, decideBatch, earlierAnswer, type Waiting } from "./send-batch.ts";
import { workFacts } from "./world-facts.ts";

/** How many waiting sends of one run are decided into one append. */
const batchLimit = 256;

/** Who asks names himself as he likes: that is kept for ever, too. */
const named = (by: Sender): Sender => {
  const name = redact(by.name);
  return name === by.name ? by : { ...by, name };
};

/** Reads of the world what a command asks for, before the queue: a slow disk holds up nobody else. */
const prepare = async (
  engine: Engine,
  folds: Folds,
  messages: ReadonlyMap<string, Message>,
  folded: Folded,
  request: Request,
): Promise<Asked[] | Refusal> => {
  const asked: Asked[] = [];
  const seen = request.seen?.version === folded.version ? request.seen.tree : undefined;
  for (const { command, by, where = by.job } of request.said) {
    const read = readCommand(messages, folded.protocol.name, command);
    if (isRefusal(read)) return read;
    const { message } = read;
    const unasked = verbWrong(message, request);
    if (unasked !== null) return unasked;
    const ask = message.ask?.(folded.state, read.data) ?? null;
    const { ground = groundOf(engine, folded, where) } = request;
    const world =
      ask === null ? null : await workFacts(engine, folds, request.run, folded, ask, seen, ground);
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

const idWrong = ({ id }: Request): Refusal | null =>
  id?.startsWith(drawn) === true
    ? refuse("FIELD_INVALID", `a command's id may not begin with ${drawn}`, {
        pointer: "/id",
        fits: "any other text that you would give no other command",
      })
    : null;

/** What to decide on. An append checks that nothing came in between, so unless it must be `sure`, what was known last will do. */
const createGrounds = (folds: Folds) => {
  /** Runs that another process was seen to append to: what is known of them is read again before it is decided on. */
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

  /** Returns those that must be decided again. */
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
      // One turn later, so that sends made together are decided together.
      queueMicrotask(() => void drain(run, made));
    });
  };
};
