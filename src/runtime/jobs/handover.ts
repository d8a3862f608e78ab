// Hand-over of an outcome: its commands in one send, by the job's holder and by the engine, under the holder's fence.
import { messagesOf } from "../engine.ts";
import type { Job, Outcome } from "../../core/job.ts";
import type { Message } from "../../core/message.ts";
import type { Command, Protocol, Sender } from "../../core/protocol.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Lease } from "../../core/row.ts";
import type { Door, Request, Statement } from "../send.ts";
import type { Sent } from "../results.ts";

/** The sender for a lease's holder; its fence goes with every mutation (ARCHITECTURE, invariant 6). */
export const holderSender = (lease: Lease): Sender => ({
  kind: "agent",
  name: lease.holder.name,
  agent: lease.holder.agent,
  conversation: lease.holder.conversation,
  job: lease.job,
  fence: lease.fence,
});

/** The engine as sender; under a lease with its fence. */
export const engineSender = (lease: Pick<Lease, "job" | "fence"> | null): Sender =>
  lease === null
    ? { kind: "engine", name: "engine" }
    : { kind: "engine", name: "engine", job: lease.job, fence: lease.fence };

/** @param id a repetition has no effect */
export const sayAsEngine = (
  door: Door,
  run: string,
  command: Command,
  id?: string,
): ReturnType<Door> => {
  const said = [{ command, by: engineSender(null) }];
  return door({ run, said, ...(id === undefined ? {} : { id }) });
};

/**
 * Attributes a report to its holder if agents may send it, and the engine's observations (a crash,
 * a silence, a check) to the engine if permitted.
 */
const attribute = (
  commands: readonly Command[],
  known: ReadonlyMap<string, Message>,
  lease: Lease | null,
  reported: boolean,
  hosted: boolean,
): readonly Statement[] =>
  commands.map((command) => {
    const term = known.get(command.type);
    const who = term?.who ?? [];
    const word = reported && !(hosted && term?.judged === true);
    const holders = lease !== null && who.includes("agent") && (word || !who.includes("engine"));
    return { command, by: holders ? holderSender(lease) : engineSender(lease) };
  });

export type Handover = {
  readonly run: string;
  readonly protocol: Protocol;
  readonly job: Job;
  readonly lease: Lease | null;
  readonly outcome: Outcome;
  /** Makes repeated submissions idempotent. */
  readonly id?: string;
  readonly dry?: boolean;
  readonly ground?: Request["ground"];
  /** Sent in the same call. */
  readonly besides?: readonly Statement[];
};

/** Sends the commands of an outcome. After a refusal the protocol is asked once more; a second refusal is the result. */
export const handOver = async (
  door: Door,
  handover: Handover,
  again = true,
): Promise<Sent | Refusal> => {
  const { run, protocol, job, lease, outcome, id, dry, ground, besides = [] } = handover;
  const known = messagesOf(protocol);
  const attempt = async (refused: Refusal | undefined, suffix: string): Promise<Sent | Refusal> => {
    const commands =
      refused === undefined
        ? protocol.report(job, outcome)
        : protocol.report(job, outcome, refused);
    if (commands.length + besides.length === 0) return refused ?? { run, events: [], version: 0 };
    const reported = outcome.is === "ended" && outcome.found === "one";
    const said = attribute(commands, known, lease, reported, outcome.hosted);
    return door({
      run,
      said: [...said, ...besides],
      ...(id === undefined ? {} : { id: `${id}${suffix}` }),
      ...(dry === undefined ? {} : { dry }),
      ...(ground === undefined ? {} : { ground }),
    });
  };
  const first = await attempt(undefined, "");
  if (!isRefusal(first) || !again || first.code === "TOKEN_STALE") return first;
  return attempt(first, ".again");
};
