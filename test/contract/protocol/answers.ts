// Commands that only answer a decision: refused wherever nothing asks for that answer.
import type { Command, Protocol } from "../../../src/core/protocol.ts";
import { isRefusal } from "../../../src/core/refusal.ts";
import { unhosted } from "../../../src/runtime/jobs/default-outcomes.ts";

const by = { kind: "person", name: "ana" } as const;
const stamp = { at: "2026-01-14T12:00:00.000Z", by };
const holder = { name: "ana", agent: null, conversation: null };

/** What a state's open decisions send, of commands that only answer one; those that need more data aside. */
const answersIn = (protocol: Protocol, state: unknown): readonly Command[] =>
  protocol.jobs(state).flatMap((job) =>
    (job.decision?.options ?? [])
      .map(({ id: option }) => ({ is: "decided", option, note: "-", data: null }) as const)
      .flatMap((decided) => protocol.report(job, unhosted(holder, decided)))
      .flatMap(({ type, data }) => {
        const message = protocol.messages.find((one) => one.type === type);
        const read = message?.answers === true ? message.read(data) : { findings: [] };
        return "value" in read ? [{ type, data: read.value }] : [];
      }),
  );

/** Answers that a state of the same history accepts without asking for them. */
export const takenUnasked = (
  protocol: Protocol,
  states: readonly unknown[],
): readonly Command[] => {
  const open = states.map((state) => answersIn(protocol, state));
  return states.flatMap((state, at) => {
    const here = new Set(open[at]?.map((one) => JSON.stringify(one)));
    return open.flat().filter((command) => {
      const message = protocol.messages.find(({ type }) => type === command.type);
      const isOpen = (message?.when ?? ["live", "paused"]).includes(protocol.life(state));
      if (!isOpen || here.has(JSON.stringify(command))) return false;
      const decided = protocol.decide(state, command, stamp);
      return !isRefusal(decided) && decided.length > 0;
    });
  });
};
