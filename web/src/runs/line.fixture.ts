// Why: tests of the list say only what is special about a run.
import type { RunLine } from "../../../src/http/answers.ts";

export const line = (run: string, rest: Partial<RunLine> = {}): RunLine => ({
  run,
  protocol: "ultrawork",
  life: "live",
  phase: "",
  version: 1,
  at: "2026-01-01T00:00:00.000Z",
  good: null,
  origin: null,
  title: run,
  status: "running",
  facts: [],
  evidence: { have: 0, of: 0 },
  warnings: [],
  refused: null,
  folder: `/srv/shop/.${run}`,
  startedAt: "2026-01-01T00:00:00.000Z",
  nodes: { done: 0, of: 0, failed: 0 },
  workers: [],
  decisions: [],
  doubts: 0,
  driven: false,
  ...rest,
});
