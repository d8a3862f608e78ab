// Why: what must hold always is looked at after every append, by a fold and a list of leases that share nothing with the runtime's own.
import { isDeepStrictEqual } from "node:util";
import { verifyChain } from "../../src/core/chain.ts";
import { genesis } from "../../src/core/hash.ts";
import type { Recorded } from "../../src/core/row.ts";
import type { Digest, Draft, Lease } from "../../src/core/row.ts";
import type { Fence } from "../../src/ledger/ledger.ts";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import { isUltraworkEvent } from "./read.ts";
import type { UltraworkEvent } from "../../src/protocols/ultrawork/messages.ts";
import type { State } from "../../src/protocols/ultrawork/state.ts";
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

export type Log = readonly Recorded<UltraworkEvent>[];
export type Watch = {
  readonly log: Recorded<UltraworkEvent>[];
  readonly rows: Draft[];
  state(): State | null;
  appended(rows: readonly Draft[], fences: readonly Fence[], proc: Pick<Proc, "name">): void;
  leased(lease: Lease): void;
  ended(token: string): void;
  /** Every token that was ever granted, oldest first. */
  readonly granted: readonly Lease[];
  isHeld(fence: number): boolean;
  /** An editor wrote these bytes into one of the run's files. */
  edited(digest: Digest): void;
  isEdit(digest: Digest): boolean;
  /** A process of an agent begins for a job. */
  launched(job: string, fence: number): void;
  /** The job's host wrote down how it ended. */
  finished(job: string): void;
  acknowledged(sent: Sent): void;
  /** A process's own folds agree with the log, as far as it has looked. */
  agrees(folds: Folds, run: string, proc: Proc): void;
};

export const makeWatch = (note: (text: string) => void): Watch => {
  const log: Recorded<UltraworkEvent>[] = [];
  const rows: Draft[] = [];
  const states: State[] = [];
  const grants = new Map<string, { fence: number; ended: boolean }>();
  const granted: Lease[] = [];
  const begun = new Set<string>();
  const launches = new Map<string, number>();
  const finished = new Set<string>();
  const resolved = new Set<string>();
  const edits = new Set<Digest>();

  /** What no protocol test sees, since it needs time, processes and other tellers. */
  const judge = (event: Recorded<UltraworkEvent>, state: State): void => {
    if (event.type === "TaskStarted") {
      const { task, attempt } = event.data;
      insist(!resolved.has(task), () => `task ${task} was started again after it was resolved`);
      insist(!begun.has(`${task} ${attempt}`), () => `attempt ${attempt} of task ${task} began twice`);
      begun.add(`${task} ${attempt}`);
    }
    if ("data" in event && "kind" in event.data && event.data.kind === "lost") {
      const key = event.cause.split("/")[1] ?? "";
      insist(!finished.has(key), () => `${key} was told as lost, though its host had written how it ended`);
    }
    if (event.type === "EditRefused")
      insist(edits.has(event.data.digest), () => `${event.data.path} was refused as an edit, and nobody edited it`);
    if (event.type === "TaskResolved") {
      resolved.add(event.data.task);
      const open =
        state.tasks[event.data.task]?.criteria.filter(
          ({ proof, waived }) => waived === null && proof?.passed !== true && proof?.captured !== true,
        ) ?? [];
      insist(open.length === 0, () => `task ${event.data.task} was resolved without proof of: ${open.map(({ text }) => text).join(", ")}`);
    }
    for (const [id, { attempts, allowance }] of Object.entries(state.tasks)) {
      insist(attempts <= allowance, () => `task ${id} has ${attempts} attempts of ${allowance}`);
    }
  };

  return {
    log,
    rows,
    granted,
    state: () => states.at(-1) ?? null,
    isHeld: (fence) => [...grants.values()].some((grant) => grant.fence === fence && !grant.ended),
    appended(drafts, fences, proc) {
      const last = rows.at(-1);
      const from = { version: last?.version ?? 0, hash: last?.hash ?? genesis("ultrawork", drafts[0]?.run ?? "") };
      const breaks = verifyChain(from, drafts);
      insist(breaks.length === 0, () => `the chain is broken: ${breaks.map(({ text }) => text).join("; ")}`);
      const ids = new Set(drafts.map((draft) => draft.cause));
      insist(!rows.some((row) => ids.has(row.cause)), () => `a command was taken twice: ${[...ids].join(", ")}`);
      for (const draft of drafts) {
        const previous = log.at(-1);
        const event = recorded(draft);
        insist(previous === undefined || previous.at <= event.at, () => `event ${event.version} is dated before the one that it follows`);
        const { job, fence, kind } = event.by;
        insist(kind !== "agent" || fence !== undefined, () => `${event.type} came from an agent without a fence`);
        if (job !== undefined) {
          const grant = grants.get(job);
          insist(
            grant !== undefined && !grant.ended && grant.fence === fence,
            () => `${event.type} got in under fence ${fence} of ${job}, which is no longer held`,
          );
          insist(
            fences.some((one) => one.job === job && one.fence === fence),
            () => `${event.type} came without its fence`,
          );
        }
        if (!isUltraworkEvent(event)) throw new Broken(`${event.type} is no event of ultrawork`);
        const before = states.at(-1) ?? null;
        const state = ultrawork.evolve(before, event);
        log.push(event);
        rows.push(draft);
        states.push(state);
        note(`  ${event.version} ${event.type} ${JSON.stringify(event.data).slice(0, 150)} (${proc.name})`);
        judge(event, state);
      }
    },
    leased(lease) {
      grants.set(lease.job, { fence: lease.fence, ended: false });
      if (granted.at(-1)?.fence !== lease.fence && !granted.some((one) => one.fence === lease.fence)) granted.push(lease);
    },
    ended(token) {
      const fence = Number(token.split(".")[0]);
      for (const grant of grants.values()) if (grant.fence === fence) grant.ended = true;
    },
    launched(job, fence) {
      const before = launches.get(job);
      insist(before === undefined, () => `${job} was launched twice, under fences ${before} and ${fence}`);
      launches.set(job, fence);
    },
    isEdit: (digest) => edits.has(digest),
    edited: (digest) => void edits.add(digest),
    finished: (job) => void finished.add(job),
    acknowledged({ events }) {
      for (const event of events) {
        const there = log[event.version - 1];
        insist(
          there?.type === event.type && there.cause === event.cause,
          () => `event ${event.version} (${event.type}) was acknowledged, and isn't in the ledger`,
        );
      }
    },
    agrees(folds, run, proc) {
      const known = folds.known(run);
      if (known === undefined || known.version === 0) return;
      insist(known.head === rows[known.version - 1]?.hash, () => `${proc.name} stands at a head that the ledger hasn't`);
      insist(
        isDeepStrictEqual(known.state, states[known.version - 1]),
        () => `${proc.name} holds a state at version ${known.version} that its events don't make`,
      );
    },
  };
};
