// General invariants after every append, with folds and leases independent of the runtime.
import { isDeepStrictEqual } from "node:util";
import { verifyChain } from "../../src/core/chain.ts";
import { genesis } from "../../src/core/hash.ts";
import type { Recorded } from "../../src/core/row.ts";
import type { Card, Digest, Draft, Lease } from "../../src/core/row.ts";
import type { Fence } from "../../src/ledger/ledger.ts";
import { recorded } from "../../src/runtime/fold.ts";
import type { Folds } from "../../src/runtime/fold.ts";
import type { Sent } from "../../src/runtime/system.ts";
import type { Proc } from "./machine.ts";

/** Something that must never be was. */
export class Broken extends Error {
  constructor(text: string) {
    super(text);
    this.name = "Broken";
  }
}
export const insist = (holds: boolean, text: () => string): void => {
  if (!holds) throw new Broken(text());
};

/** What a protocol says of one run's events. */
export type Rules = {
  readonly protocol: string;
  /** Checks that it is one of the protocol's, folds it and judges what came of it; throws what must never be. */
  add(event: Recorded): void;
  /** After each event, from version 1. */
  readonly states: readonly unknown[];
  /** How many attempts at a job of this key came to nothing, as its events tell: it may begin again. Without it, it never may. */
  readonly again?: (job: string) => number;
};
export type Account = {
  readonly run: string;
  /** The node of another run that began it; null: the story's own. */
  readonly origin: string | null;
  readonly rules: Rules;
  readonly log: Recorded[];
  readonly rows: Draft[];
};

export type Watch = {
  /** In the order in which the runs began. */
  readonly accounts: ReadonlyMap<string, Account>;
  appended(
    rows: readonly Draft[],
    fences: readonly Fence[],
    proc: Pick<Proc, "name">,
    card: Pick<Card, "protocol" | "origin">,
  ): void;
  leased(lease: Lease): void;
  ended(run: string, token: string): void;
  /** Every token that was ever granted, oldest first. */
  readonly granted: readonly Lease[];
  isHeld(run: string, fence: number): boolean;
  /** An editor wrote these bytes into one of the run's files. */
  edited(digest: Digest): void;
  isEdit(digest: Digest): boolean;
  /** A process of an agent begins for a job. */
  launched(run: string, job: string, fence: number): void;
  /** The job's host under that fence wrote down how it ended; `done`: with a report that it is done. */
  finished(run: string, job: string, fence: number, done: boolean): void;
  acknowledged(run: string, sent: Sent): void;
  /** A process's own folds agree with the log, as far as it has looked. */
  agrees(folds: Folds, run: string, proc: Proc): void;
};

/** What rules may ask of the world around their run. */
export type Around = {
  readonly isEdit: (digest: Digest) => boolean;
  readonly isFinished: (job: string, fence?: number) => boolean;
};

export const makeWatch = (
  note: (text: string) => void,
  rulesOf: (protocol: string, run: string, around: Around) => Rules,
): Watch => {
  const accounts = new Map<string, Account>();
  const grants = new Map<string, { readonly run: string; fence: number; ended: boolean }>();
  const granted: Lease[] = [];
  const launches = new Map<string, readonly number[]>();
  const finished = new Set<string>();
  const done = new Map<string, number>();
  const edits = new Set<Digest>();

  const accountOf = (
    run: string,
    { protocol, origin }: Pick<Card, "protocol" | "origin">,
  ): Account => {
    const around: Around = {
      isEdit: (digest) => edits.has(digest),
      isFinished: (job, fence = 0) => finished.has(`${run} ${job} ${fence}`),
    };
    const found = accounts.get(run) ?? {
      run,
      origin,
      rules: rulesOf(protocol, run, around),
      log: [],
      rows: [],
    };
    accounts.set(run, found);
    return found;
  };

  return {
    accounts,
    granted,
    isHeld: (run, fence) =>
      [...grants.values()].some(
        (grant) => grant.run === run && grant.fence === fence && !grant.ended,
      ),
    appended(drafts, fences, proc, card) {
      const run = drafts[0]?.run ?? "";
      const { rules, log, rows } = accountOf(run, card);
      const last = rows.at(-1);
      const from = { version: last?.version ?? 0, hash: last?.hash ?? genesis(card.protocol, run) };
      const breaks = verifyChain(from, drafts);
      insist(
        breaks.length === 0,
        () => `the chain is broken: ${breaks.map(({ text }) => text).join("; ")}`,
      );
      const ids = new Set(drafts.map((draft) => draft.cause));
      insist(
        !rows.some((row) => ids.has(row.cause)),
        () => `a command was taken twice: ${[...ids].join(", ")}`,
      );
      for (const draft of drafts) {
        const previous = log.at(-1);
        const event = recorded(draft);
        insist(
          previous === undefined || previous.at <= event.at,
          () => `event ${event.version} is dated before the one that it follows`,
        );
        const { job, fence, kind } = event.by;
        insist(
          kind !== "agent" || fence !== undefined,
          () => `${event.type} came from an agent without a fence`,
        );
        // An edit is counted for the job under way, and speaks by no token.
        if (job !== undefined && kind !== "file") {
          const grant = grants.get(`${run} ${job}`);
          insist(
            grant !== undefined && !grant.ended && grant.fence === fence,
            () => `${event.type} got in under fence ${fence} of ${job}, which is no longer held`,
          );
          insist(
            fences.some((one) => one.job === job && one.fence === fence),
            () => `${event.type} came without its fence`,
          );
        }
        log.push(event);
        rows.push(draft);
        note(
          `  ${accounts.size > 1 ? `${run} ` : ""}${event.version} ${event.type} ${JSON.stringify(event.data).slice(0, 150)} (${proc.name})`,
        );
        rules.add(event);
      }
    },
    leased(lease) {
      const { run, job, fence } = lease;
      grants.set(`${run} ${job}`, { run, fence, ended: false });
      if (!granted.some((one) => one.run === run && one.fence === fence)) granted.push(lease);
    },
    ended(run, token) {
      const fence = Number(token.split(".")[0]);
      for (const grant of grants.values())
        if (grant.run === run && grant.fence === fence) grant.ended = true;
    },
    launched(run, job, fence) {
      const before = launches.get(`${run} ${job}`) ?? [];
      const again = accounts.get(run)?.rules.again?.(job) ?? null;
      const redone = again === null ? before.length > 0 : (done.get(`${run} ${job}`) ?? 0) > again;
      insist(
        !redone,
        () => `${job} was launched again, under fence ${fence} after ${before.join(", ")}`,
      );
      launches.set(`${run} ${job}`, [...before, fence]);
    },
    isEdit: (digest) => edits.has(digest),
    edited: (digest) => void edits.add(digest),
    finished(run, job, fence, isDone) {
      for (const one of [0, fence]) finished.add(`${run} ${job} ${one}`);
      if (isDone) done.set(`${run} ${job}`, (done.get(`${run} ${job}`) ?? 0) + 1);
    },
    acknowledged(run, { events }) {
      for (const event of events) {
        const there = accounts.get(run)?.log[event.version - 1];
        insist(
          there?.type === event.type && there.cause === event.cause,
          () => `event ${event.version} (${event.type}) was acknowledged, and isn't in the ledger`,
        );
      }
    },
    agrees(folds, run, proc) {
      const known = folds.known(run);
      if (known === undefined || known.version === 0) return;
      const account = accounts.get(run);
      insist(
        known.head === account?.rows[known.version - 1]?.hash,
        () => `${proc.name} stands at a head that the ledger hasn't`,
      );
      insist(
        isDeepStrictEqual(known.state, account?.rules.states[known.version - 1]),
        () => `${proc.name} holds a state at version ${known.version} that its events don't make`,
      );
    },
  };
};
