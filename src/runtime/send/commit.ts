// Commit of decisions: rows hashed onto the chain, appended in one transaction with card and fences.
import { chain, genesis } from "../../core/hash.ts";
import { isRefusal, type Refusal, refuse } from "../../core/refusal.ts";
import type { Card, Draft, Recorded, Time } from "../../core/row.ts";
import type { Appended, Fence } from "../../ledger/ledger.ts";
import type { Engine } from "../engine.ts";
import { type Folded, recorded } from "../fold.ts";
import { type Entry, gate } from "./gate.ts";

export type Decided = {
  readonly drafts: readonly Draft[];
  readonly events: readonly Recorded[];
  readonly folded: Folded;
  readonly fences: readonly Fence[];
};

/** Keeps times monotonic if the clock jumped back. */
const notBefore = (now: Time, last: Time | null): Time =>
  last !== null && last > now ? last : now;

const fencesOf = (asked: readonly Entry[]): Fence[] =>
  asked.flatMap(({ by }) =>
    by.job === undefined || by.fence === undefined ? [] : [{ job: by.job, fence: by.fence }],
  );

/** Decides all commands in order on one copy of the state: all or none. */
const decide = (
  now: Engine["now"],
  from: Folded,
  run: string,
  id: string,
  asked: readonly Entry[],
): Decided | Refusal => {
  const { protocol } = from;
  const drafts: Draft[] = [];
  const events: Recorded[] = [];
  let { state, version, at } = from;
  let head = version === 0 ? genesis(protocol.name, run) : from.head;
  for (const each of asked) {
    const refused = gate(each, state === null ? null : protocol.life(state));
    if (refused !== null) return refused;
    const stamp = { at: notBefore(now(), at), by: each.by };
    const decided = protocol.decide(state, each.command, stamp);
    if (isRefusal(decided)) return decided;
    const by = JSON.stringify(each.by);
    for (const event of decided) {
      version += 1;
      const row = {
        run,
        version,
        type: event.type,
        data: JSON.stringify(event.data),
        at: stamp.at,
        by,
        cause: id,
      };
      head = chain(head, row);
      const draft = { ...row, hash: head };
      const read = recorded(draft);
      drafts.push(draft);
      events.push(read);
      state = protocol.evolve(state, read);
      at = stamp.at;
    }
  }
  return { drafts, events, folded: { ...from, state, version, head, at }, fences: fencesOf(asked) };
};

const cardOf = (
  run: string,
  { protocol, state, root, origin, version, head }: Folded,
  at: Time,
): Card => ({
  run,
  protocol: protocol.name,
  origin,
  root,
  place: protocol.place(state),
  life: protocol.life(state),
  phase: protocol.phase(state),
  version,
  head,
  at,
  good: protocol.ended(state)?.good ?? null,
});

const append = (
  engine: Engine,
  run: string,
  from: Folded,
  to: Folded,
  decided: readonly Decided[],
): Promise<Appended> =>
  engine.ledger.append(
    run,
    from.version,
    decided.flatMap((each) => each.drafts),
    cardOf(run, to, to.at ?? engine.now()),
    {
      fences: decided.flatMap((each) => each.fences),
      ...(from.version === 0 ? {} : { after: from.head }),
    },
  );

/** What a failed append means for one of its sends; null: decide it again. */
const meaning = (
  answer: Exclude<Appended, { is: "appended" }>,
  id: string,
  asked: readonly Entry[],
): { readonly events: readonly Recorded[]; readonly version: number } | Refusal | null => {
  if (answer.is === "repeated") {
    return answer.cause === id
      ? { events: answer.rows.map(recorded), version: answer.rows.at(-1)?.version ?? 0 }
      : null;
  }
  if (answer.is === "fenced") {
    if (!fencesOf(asked).some((fence) => fence.job === answer.job)) return null;
    const by =
      answer.by === null
        ? "it has no holder now"
        : `${answer.by.holder.name} holds it since, with fence ${answer.by.fence}`;
    return refuse("TOKEN_STALE", `the lease of ${answer.job} is no longer yours: ${by}`, {
      fits: "`cairn status --next` shows what may be claimed",
    });
  }
  if (answer.is === "taken") {
    return answer.what === "origin"
      ? refuse(
          "RUN_EXISTS",
          `run ${answer.run} was already started from the same place in its parent`,
        )
      : refuse("FOLDER_TAKEN", `run ${answer.run} has this folder already`, {
          fits: "go on with that run, or start under another name",
        });
  }
  return null;
};

export const commit = { decide, append, meaning, cardOf };
