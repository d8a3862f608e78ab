// Decision of waiting sends of one run, each on what the ones before it made, and their one append.
import { Fault, isRefusal, type Refusal } from "../core/refusal.ts";
import { commit, type Decided } from "./commit.ts";
import type { Engine } from "./engine.ts";
import { type Folded, type Folds, recorded } from "./fold.ts";
import type { Asked } from "./gate.ts";
import { overtaken, type Request } from "./request.ts";
import type { Sent } from "./results.ts";

export type Waiting = {
  readonly request: Request;
  readonly id: string;
  readonly asked: readonly Asked[];
  answer(sent: Sent | Refusal): void;
  fail(error: unknown): void;
};
type DecidedSend = Decided & { readonly waiting: Waiting };
/** `again`: what must be decided again. */
export type Batch = {
  readonly from: Folded;
  readonly to: Folded;
  readonly decided: readonly DecidedSend[];
  readonly again: readonly Waiting[];
};

/** The answer that this id got before; null: none, or the sender named no id. */
export const earlierAnswer = async (
  { ledger }: Engine,
  { run, id }: Request,
): Promise<Sent | null> => {
  const rows = id === undefined ? [] : await ledger.read({ run, cause: id });
  const last = rows.at(-1);
  return last === undefined ? null : { run, events: rows.map(recorded), version: last.version };
};

/** @param sure whether it is surely the newest; if not, null: one was refused or came to nothing, and all must be decided again on that */
export const decideBatch = async (
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
      // Decided long ago, perhaps: an answer that was lost on its way is given again.
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

/** Of a ledger that nobody has damaged an append goes on from what was read just now, or another was first. */
const parted = (run: string, version: number): Fault =>
  new Fault(
    "LEDGER_DAMAGED",
    `run ${run} is said to stand at version ${version}, but not with the event that is there: nothing was recorded`,
    "`cairn verify` names all that is damaged",
  );

export type Appending = {
  readonly engine: Engine;
  readonly folds: Pick<Folds, "put" | "forget">;
  /** Before any of the senders hears of it. */
  readonly appended: (run: string, folded: Folded) => void;
};

/** Returns those that must be decided again. */
export const appendBatch = async (
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
