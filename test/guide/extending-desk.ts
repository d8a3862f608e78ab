// A desk on which runs of the guide's checklist are played in memory.
import assert from "node:assert/strict";
import type { Job, Outcome, Result } from "../../src/core/job.ts";
import type { Command, Sender } from "../../src/core/protocol.ts";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import type { Recorded } from "../../src/core/row.ts";
import { proofOf } from "../runner/toy-agent.ts";
import { checklist } from "./extending/checklist/index.ts";
import type { Work } from "../../src/work/work.ts";

const at = "2026-01-14T12:00:00.000Z";
export const engine: Sender = { kind: "engine", name: "engine" };
export const ana: Sender = { kind: "person", name: "ana" };

export const desk = () => {
  let state: Work | null = null;
  const log: Recorded[] = [];
  const now = (): Work => state ?? assert.fail("no run yet");
  const send = (type: string, data: unknown, by: Sender): Refusal | null => {
    const message = checklist.messages.find((one) => one.type === type);
    const read = message?.read(data);
    assert.ok(read !== undefined && "value" in read, `${type} ${JSON.stringify(read)}`);
    const events = checklist.decide(state, { type, data: read.value }, { at, by });
    if (isRefusal(events)) return events;
    for (const event of events) {
      const recorded: Recorded = { ...event, version: log.length + 1, at, by, cause: "" };
      state = checklist.evolve(state, recorded);
      log.push(recorded);
    }
    return null;
  };
  /** What the end of a job comes to. */
  const ends = (job: Job, name: string, result: Result): readonly Command[] =>
    checklist.report(job, {
      done: "report",
      hosted: true,
      files: {},
      holder: { name, agent: "mine", conversation: name },
      tree: { before: "a", after: "a", changed: [], commits: [] },
      ...result,
    } satisfies Outcome);
  return { send, now, log, ends, list: () => checklist.write(now(), [])["checklist.md"] ?? "" };
};
export type Desk = ReturnType<typeof desk>;

export const reportOf = (report: unknown): Result => ({
  is: "ended",
  exit: 0,
  reason: "exit",
  report,
  found: "one",
  message: "",
  fault: null,
  output: null,
});
export const decided = (option: string): Result => ({
  is: "decided",
  option,
  note: "because",
  data: { n: 2 },
});
export const checked = (exit: number): Result => ({
  is: "checked",
  proofs: [proofOf(exit)],
  measured: { tree: "a", head: "b" },
});

export const senderOf = (job: Job, name: string, { is }: Result): Sender =>
  is === "decided"
    ? ana
    : is === "ended"
      ? { kind: "agent", name, agent: "mine", conversation: name, job: job.key }
      : engine;
/** Ends the job that is due with this key's beginning, and sends what follows. */
export const does = (run: Desk, key: string, name: string, result: Result): void => {
  const job = checklist.jobs(run.now()).find((one) => one.key.startsWith(key));
  assert.ok(job !== undefined, `${key} isn't due`);
  for (const { type, data } of run.ends(job, name, result))
    assert.equal(run.send(type, data, senderOf(job, name, result)), null);
};
