// Helper of tests: player session folders from the published example, adopted through the door.
import assert from "node:assert/strict";
import type { Adopted, Source } from "../../src/core/run-files.ts";
import { digest } from "../../src/core/hash.ts";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import { read as readFolder, seeks } from "../../src/protocols/player/read/read.ts";
import { desk, type Desk, type Free, read, session } from "../fixtures/player-desk.ts";
import { seedTemplate, templateText } from "../fixtures/player-template.ts";

export const templatePath = ".workflow/templates/feature-tdd-review.json";
export const outside = `../../../${templatePath}`;
const place = `.workflow/sessions/${session}`;
const pending = {
  status: "pending",
  started_at: null,
  completed_at: null,
  session_id: null,
  output_path: null,
  artifacts: [],
  error: null,
};
const waiting = { status: "pending", saved_at: null, snapshot_path: null };

/** The published example of session-state.json, its elided nodes filled in and one status chosen. */
const published: Free = {
  session_id: session,
  template_id: "wft-feature-tdd-review-20260310",
  template_path: templatePath,
  template_name: "Feature TDD with Review",
  status: "running",
  context: { goal: "Implement user authentication", scope: "src/auth" },
  execution_plan: [
    { batch: 1, nodes: ["N-001"], parallel: false },
    { batch: 2, nodes: ["CP-01"], parallel: false },
    { batch: 3, nodes: ["N-002"], parallel: false },
    { batch: 4, nodes: ["CP-02"], parallel: false },
    { batch: 5, nodes: ["N-003a", "N-003b"], parallel: true },
    { batch: 6, nodes: ["N-004"], parallel: false },
  ],
  current_batch: 3,
  current_node: "N-002",
  last_checkpoint: "CP-01",
  node_states: {
    "N-001": {
      status: "completed",
      started_at: "2026-03-17T14:30:25Z",
      completed_at: "2026-03-17T14:35:10Z",
      session_id: "WFS-plan-20260317",
      output_path: ".workflow/sessions/WFS-plan-20260317/IMPL_PLAN.md",
      artifacts: [".workflow/sessions/WFS-plan-20260317/IMPL_PLAN.md"],
      error: null,
    },
    "CP-01": {
      status: "completed",
      saved_at: "2026-03-17T14:35:12Z",
      snapshot_path: `${place}/checkpoints/CP-01.json`,
      auto_continue: true,
    },
    "N-002": {
      ...pending,
      status: "running",
      started_at: "2026-03-17T14:35:14Z",
      cli_task_id: "gem-143514-x7k2",
    },
    "CP-02": waiting,
    "N-003a": pending,
    "N-003b": pending,
    "N-004": pending,
  },
  created_at: "2026-03-17T14:30:22Z",
  updated_at: "2026-03-17T14:35:14Z",
  completed_at: null,
};
/** Another one each time, to be changed at will. */
export const example = (): Free => JSON.parse(JSON.stringify(published));

/** Of CP-01, as the example's run saved it. */
export const snapshot = (): Free => {
  const { context, node_states: states } = example();
  return {
    session_id: session,
    checkpoint_id: "CP-01",
    checkpoint_name: "After Plan",
    saved_at: "2026-03-17T14:35:12Z",
    context_snapshot: context,
    node_states_snapshot: { ...states, "CP-01": waiting, "N-002": pending },
    last_completed_node: "N-001",
    next_node: "N-002",
  };
};

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
export const folder = (
  state: Free = example(),
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  "session-state.json": json(state),
  "checkpoints/CP-01.json": json(snapshot()),
  [outside]: templateText(seedTemplate()),
  ...more,
});

export const foundOf = (files: Source["files"], more: Partial<Source> = {}): Source => ({
  folder: `/home/ana/shop/${place}`,
  userHome: "/home/ana",
  files,
  digests: Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) =>
      path.startsWith("../") ? [] : [[path, digest(text)] as const],
    ),
  ),
  unread: [],
  beside: [],
  options: {},
  ...more,
});

export const readOf = (
  files: Source["files"],
  more: Partial<Source> = {},
): Adopted | Refusal | null => readFolder(foundOf(files, more));
export { seeks };

export type Taken = { readonly adopted: Adopted; readonly run: Desk };

/** Reads a folder, checks the command by its schema as the door does, and adopts it. */
export const takeOver = (files: Source["files"], more: Partial<Source> = {}): Taken => {
  const adopted = readOf(files, more);
  assert.ok(adopted !== null && !isRefusal(adopted), JSON.stringify(adopted));
  const { data } = adopted.start;
  return {
    adopted,
    run: desk(read("Adopt", { ...(typeof data === "object" ? data : {}), run: "r1" })),
  };
};
