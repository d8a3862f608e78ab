// Sample spool job and exit for tests.
import type { SpoolExit, SpoolJob } from "../../src/workspace/workspace.ts";
import { nowhere } from "../fixtures/nowhere.ts";

export const spoolJob = (run: string, fence: number): SpoolJob => ({
  run,
  protocol: "ultrawork",
  ledger: "sqlite:/nowhere",
  ground: { root: "/nowhere", place: null, ignores: [] },
  job: {
    key: `task-1-${fence}`,
    about: { task: "1" },
    subject: "1",
    kind: "agent",
    role: "worker",
    why: null,
    begun: false,
    writes: "anything",
    reads: [],
    limits: { ms: 1000, bytes: 1000, tries: 3 },
    doubt: "retry",
  },
  lease: {
    run,
    job: `task-1-${fence}`,
    holder: { name: "w", agent: null, conversation: null },
    fence,
    token: `${fence}.x`,
    until: "2026-01-01T00:00:00.000Z",
    host: "here",
  },
  leaseMs: 60_000,
  mark: `${run}.${fence}`,
  agent: null,
  spot: nowhere,
  runner: { pid: 1, start: "1" },
  at: "2026-01-01T00:00:00.000Z",
});

export const spoolExit: SpoolExit = {
  exit: 0,
  reason: "exit",
  unstarted: null,
  ms: 5,
  bytes: 3,
  proofs: null,
  at: "2026-01-01T00:00:01.000Z",
};
