// Tests of ultrawork's files against the published example, key by key and in order.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ultrawork } from "../../src/protocols/ultrawork/index.ts";
import type { UltraworkEvent } from "../../src/protocols/ultrawork/events.ts";
import { defaultOptions } from "../../src/protocols/ultrawork/options.ts";
import { begun, executing, fold, logOf, proved, resolved, task } from "../fixtures/ultrawork.ts";

const example = readFileSync(join(import.meta.dirname, "fixtures", "seed-session.json"), "utf8");

/** Keys in their order, of objects and of the first entry of each list: `planner.agent_id`, `child_tasks[].id`. */
const shape = (value: unknown, at = ""): readonly string[] => {
  if (Array.isArray(value)) return value.length === 0 ? [] : shape(value[0], `${at}[]`);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    `${at}.${key}`,
    ...shape(inner, `${at}.${key}`),
  ]);
};
const parsed = (text: string | undefined): unknown => JSON.parse(text ?? "null");
const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const field = (value: unknown, key: string): unknown => (isTable(value) ? value[key] : undefined);
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

const events = [
  ...executing([task("1", [["criterion 1", "npm test"]])]),
  begun("1"),
  proved("1", 1, { attempt: 1 }),
  resolved("1"),
];
const files = ultrawork.write(fold(...events), logOf(events));

test("session.json has the example's keys in the example's order, and no other", () => {
  assert.deepEqual(shape(parsed(files["session.json"])), shape(parsed(example)));
});

test("a task's file has the keys of its entry in child_tasks, then the optional ones that were given", () => {
  const entry = first(field(parsed(files["session.json"]), "child_tasks"));
  const file = parsed(files["tasks/1.json"]);
  assert.deepEqual(shape(file).slice(0, shape(entry).length), shape(entry));
  assert.deepEqual(shape(file).slice(shape(entry).length), [
    ".checks",
    ".checks[].criteria",
    ".checks[].type",
    ".checks[].command",
  ]);
  assert.ok(isTable(entry));
  for (const key of Object.keys(entry)) assert.deepEqual(field(file, key), entry[key], key);
});

/** The example, as a reader hands it to the rules. */
const found: UltraworkEvent = {
  type: "RunAdopted",
  data: {
    run: "run1",
    found: {
      goal: "Original user request",
      session: "abc",
      sessionTask: "42",
      team: "shop",
      home: "~/.claude/ultrawork",
      phase: "PLANNING",
      tasks: [
        {
          ...task(
            "1",
            [
              ["Migration runs without error", null],
              ["Schema validates", null],
            ],
            { subject: "Setup database" },
          ),
          status: "resolved",
          worker: "task-def456",
          evidence: [
            {
              criteria: "Migration runs without error",
              command: "npx prisma migrate deploy",
              output: "All migrations applied successfully",
              verified: true,
              timestamp: "2026-01-08T12:15:00Z",
            },
          ],
          startedAt: "2026-01-08T12:05:00Z",
          completedAt: "2026-01-08T12:15:00Z",
        },
      ],
      verify: {
        ...task("5", []),
        status: "open",
        worker: null,
        evidence: [],
        startedAt: null,
        completedAt: null,
      },
      explorers: [],
      findings: [],
      evidenceLog: [JSON.stringify(first(field(parsed(example), "evidence_log")))],
      extras: [],
      startedAt: "2026-01-08T12:00:00Z",
      completedAt: null,
      cancelledAt: null,
      failureReason: null,
    },
    options: { ...defaultOptions, explorers: [] },
    base: { head: null, tree: null },
    corrections: [],
    digests: {},
  },
};

test("the example comes back equal in values and order, but for the planner, the verify task that it lacks, and updated_at", () => {
  const written = parsed(ultrawork.write(fold(found), logOf([found]))["session.json"]);
  const wanted = parsed(example);
  assert.ok(isTable(written) && isTable(wanted));
  assert.deepEqual(Object.keys(written), Object.keys(wanted));
  const ours = (key: string): unknown =>
    key === "child_tasks" ? [first(written[key])] : written[key];
  const changed = Object.keys(wanted).filter(
    (key) => JSON.stringify(ours(key)) !== JSON.stringify(wanted[key]),
  );
  assert.deepEqual(changed, ["updated_at", "planner"]);
});
