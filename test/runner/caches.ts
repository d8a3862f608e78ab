// Helper of runner tests: the workspace's caches as two maps.
import type { Used } from "../../src/core/agents/usage.ts";
import type { Parked, Workspace } from "../../src/workspace/workspace.ts";
import { noRunners } from "../fixtures/no-runners.ts";

export type Caches = {
  readonly conversations: Map<string, string | null>;
  readonly used: Map<string, readonly Used[]>;
  readonly parked: Map<string, Parked>;
};

export const cachesOf = ({
  conversations,
  used,
  parked,
}: Caches): Pick<
  Workspace,
  | "conversation"
  | "noteConversation"
  | "parked"
  | "park"
  | "used"
  | "noteUsed"
  | "keepTranscript"
  | "transcript"
  | "documents"
  | "programs"
  | "runners"
  | "runSlot"
  | "servers"
  | "notices"
> => ({
  documents: () => Promise.reject(new Error("nobody shares this ledger")),
  programs: () => Promise.resolve([]),
  runners: noRunners(),
  runSlot: () => Promise.resolve(null),
  servers: () => Promise.reject(new Error("nothing is shown")),
  notices: () => Promise.reject(new Error("nobody is told")),
  conversation: (...of) => Promise.resolve(conversations.get(of.join(" ")) ?? null),
  noteConversation: (...[run, agent, thread, to]) =>
    Promise.resolve(void conversations.set(`${run} ${agent} ${thread}`, to)),
  parked: (now) =>
    Promise.resolve(Object.fromEntries([...parked].filter(([, { until }]) => until > now))),
  park: (agent, _now, to) => Promise.resolve(void parked.set(agent, to)),
  used: (run) => Promise.resolve(used.get(run) ?? []),
  keepTranscript: () => Promise.resolve(),
  transcript: () => Promise.resolve(null),
  noteUsed: (run, one) => Promise.resolve(void used.set(run, [...(used.get(run) ?? []), one])),
});
