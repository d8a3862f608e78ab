// Why: the one door (ARCHITECTURE, invariant 3): whoever asks, by whatever surface, is decided here and nowhere else.
import { redactValue } from "../core/redact.ts";
import { isRefusal, refuse } from "../core/refusal.ts";
import type { Refusal } from "../core/refusal.ts";
import type { Command, Facts, Message, Protocol, Sender } from "../core/protocol.ts";
import type { Recorded } from "../core/row.ts";
import { admit } from "./admit.ts";
import type { Asked } from "./admit.ts";
import { emptyFold, recorded } from "./fold.ts";
import type { Folded, Folds } from "./fold.ts";
import { groundOf } from "./engine.ts";
import type { Engine, Messages } from "./engine.ts";
import { commandId } from "./command-id.ts";
import { commit } from "./commit.ts";
import type { Decided } from "./commit.ts";

/** A command and who says it: an outcome's commands come from its holder and from the engine at once. */
export type Said = { readonly command: Command; readonly by: Sender };
export type Sent = { readonly run: string; readonly events: readonly Recorded[]; readonly version: number };
/** Where a new run begins; its protocol can't be folded yet. */
export type Birth = { readonly protocol: Protocol; readonly root: string; readonly origin: string | null };
export type Request = {
  readonly run: string;
  readonly said: readonly Said[];
  /** The same id again gets the first answer. */
  readonly id?: string;
  readonly birth?: Birth;
  /** Decides and appends nothing. */
  readonly dry?: boolean;
};
export type Door = (request: Request) => Promise<Sent | Refusal>;

type Waiting = {
  readonly request: Request;
  readonly id: string;
  asked: readonly Asked[] | null;
  answer(sent: Sent | Refusal): void;
  fail(error: unknown): void;
};

/** How many waiting sends of one run are decided into one append. */
const batchLimit = 256;

/** Reads of the world what a command asks for, before the queue: a slow disk holds up nobody else. */
const prepare = async (
  engine: Engine,
  messages: ReadonlyMap<string, Message>,
  folded: Folded,
  request: Request,
): Promise<Asked[] | Refusal> => {
  const asked: Asked[] = [];
  for (const { command, by } of request.said) {
    const message = messages.get(command.type);
    if (message === undefined) {
      return refuse("COMMAND_UNKNOWN", `${folded.protocol.name} has no command ${command.type}`, { fits: [...messages.keys()].join(", ") });
    }
    const parsed = admit(message, command, folded.protocol.name);
    if (isRefusal(parsed)) return parsed;
    const ask = message.ask?.(folded.state, parsed.data);
    let facts: Facts | null = null;
    if (ask !== undefined) {
      facts = await engine.workspace.facts(groundOf(engine, folded), ask, engine.now());
    }
    const safe = redactValue(parsed.data);
    const data = message.fill === undefined || facts === null ? safe : message.fill(safe, facts);
    asked.push({ message, command: { type: command.type, data }, by });
  }
  return asked;
};

export const createDoor = (engine: Engine, folds: Folds, messages: Messages, appended: (run: string, folded: Folded) => void): Door => {
  const queues = new Map<string, Waiting[]>();

  const fresh = async (run: string, birth: Birth | undefined): Promise<Folded | null> =>
    (await folds.newest(run)) ?? (birth === undefined ? null : emptyFold(birth.protocol, birth.root, birth.origin));

  const earlier = async (run: string, id: string): Promise<Sent | null> => {
    const rows = await engine.ledger.read({ run, cause: id });
    const last = rows.at(-1);
    return last === undefined ? null : { run, events: rows.map(recorded), version: last.version };
  };

  const drain = async (run: string, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) {
      let batch = queue.splice(0, batchLimit);
      try {
        while (batch.length > 0) {
          const folded = await fresh(run, batch.find((waiting) => waiting.request.birth !== undefined)?.request.birth);
          const left: Waiting[] = [];
          const decided = new Map<string, Decided & { readonly waiting: Waiting }>();
          let now = folded;
          for (const waiting of batch) {
            if (now === null) {
              waiting.answer(refuse("RUN_UNKNOWN", `there is no run ${run}`, { fits: "`cairn status` lists the runs" }));
              continue;
            }
            if (decided.has(waiting.id)) {
              left.push(waiting);
              continue;
            }
            const outcome = commit.decide(engine, now, run, waiting.id, waiting.asked ?? []);
            if (isRefusal(outcome) || outcome.drafts.length === 0) {
              // Decided long ago, perhaps: an answer that was lost on its way is given again.
              const before = waiting.request.id === undefined ? null : await earlier(run, waiting.id);
              waiting.answer(before ?? (isRefusal(outcome) ? outcome : { run, events: [], version: now.version }));
              continue;
            }
            if (waiting.request.dry === true) {
              waiting.answer({ run, events: outcome.events, version: outcome.folded.version });
              continue;
            }
            decided.set(waiting.id, { ...outcome, waiting });
            now = outcome.folded;
          }
          if (folded !== null && now !== null && decided.size > 0) {
            const answer = await commit.append(engine, run, folded, now, [...decided.values()]);
            if (answer.is === "appended") {
              folds.put(run, now);
              appended(run, now);
              for (const { waiting, events, folded: then } of decided.values()) waiting.answer({ run, events, version: then.version });
            } else {
              if (answer.is === "taken") folds.forget(run);
              for (const { waiting } of decided.values()) {
                const settled = commit.settle(answer, waiting.id, waiting.asked ?? []);
                if (settled === null) left.push(waiting);
                else waiting.answer(isRefusal(settled) ? settled : { run, ...settled });
              }
            }
          }
          batch = left;
        }
      } catch (error) {
        folds.forget(run);
        for (const waiting of batch) waiting.fail(error);
      }
    }
    queues.delete(run);
  };

  return async (request) => {
    const { run } = request;
    const folded = folds.known(run) ?? (await fresh(run, request.birth));
    if (folded === null) return refuse("RUN_UNKNOWN", `there is no run ${run}`, { fits: "`cairn status` lists the runs" });
    const asked = await prepare(engine, await messages(folded.protocol), folded, request);
    if (isRefusal(asked)) {
      return (request.id === undefined ? null : await earlier(run, request.id)) ?? asked;
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { request, id: request.id ?? commandId(engine.now(), engine.chance), asked, answer: resolve, fail: reject };
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
