// Tests of iterative's files against the published examples and templates, key for key.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { write } from "../../src/protocols/iterative/files.ts";
import type { State } from "../../src/protocols/iterative/state.ts";
import {
  adoptedState,
  foundUnit,
  logOf,
  startedEvent,
  stateFrom,
} from "../fixtures/iterative-state.ts";

const seed = (name: string): string =>
  readFileSync(join(import.meta.dirname, "fixtures", "iterative", name), "utf8");
/** Line breaks inside of objects are free; values and the order of keys are not. */
const shown = (text: string): string => JSON.stringify(JSON.parse(text));
const file = (state: State, name: string): string => write(state, [])[name] ?? "";

test("the example of a development run comes out key for key", () => {
  const state = adoptedState({
    units: [
      foundUnit("T1", {
        stage: "settled",
        used: 3,
        confirmations: 1,
        basis: "adopted",
        completed_at: "2026-01-14T11:15:00Z",
      }),
      foundUnit("T2", {
        stage: "settled",
        used: 5,
        confirmations: 2,
        basis: "adopted",
        max: 8,
        completed_at: "2026-01-14T12:45:00Z",
      }),
      foundUnit("T3", { stage: "confirm", used: 2, confirmations: 1, max: 10 }),
      foundUnit("T4"),
      foundUnit("T5", { depends: ["T1", "T3"] }),
    ],
    current: { unit: "T3", iteration: 2 },
    commits: [
      { hash: "abc1234", subject: "feat(user-auth): Add User model" },
      { hash: `def5678${"0".repeat(33)}`, subject: "feat(user-auth): Create auth service" },
    ],
  });
  assert.equal(shown(file(state, "state.json")), shown(seed("state-development.json")));
});

test("the example of a knowledge run comes out key for key", () => {
  const state = adoptedState({
    task: "future-of-work-synthesis",
    slug: "future-work",
    mode: "knowledge",
    domain: "research",
    units: [
      foundUnit("R1", {
        stage: "settled",
        used: 3,
        confirmations: 1,
        basis: "adopted",
        completed_at: "2026-01-16T11:00:00Z",
      }),
      foundUnit("R2", {
        stage: "settled",
        used: 4,
        confirmations: 1,
        basis: "adopted",
        completed_at: "2026-01-16T13:00:00Z",
      }),
      foundUnit("R3", { stage: "regate", used: 2, confirmations: 1 }),
      foundUnit("R4", { max: 8, depends: ["R3"] }),
    ],
    current: { unit: "R3", iteration: 2 },
    created: "2026-01-16T10:00:00Z",
    updated: "2026-01-16T14:30:00Z",
  });
  assert.equal(shown(file(state, "state.json")), shown(seed("state-knowledge.json")));
});

test("before it has content, each file shows the template", () => {
  const development = write(stateFrom(logOf([startedEvent()])), []);
  for (const name of ["brief.md", "tasks.md", "context.md"])
    assert.equal(development[name], seed(name), name);
  const head = seed("guardrails.md").split("\n").slice(0, 3).join("\n");
  assert.equal(development["guardrails.md"], `${head}\n`);
  assert.equal(development["progress.md"], "# Progress Log\n");
  assert.deepEqual(Object.keys(development), [
    "state.json",
    "brief.md",
    "tasks.md",
    "context.md",
    "progress.md",
    "guardrails.md",
  ]);
  const knowledge = write(
    stateFrom(logOf([startedEvent({ mode: "knowledge", domain: "research" })])),
    [],
  );
  assert.equal(knowledge["plan.md"], seed("plan.md"));
  assert.equal(knowledge["tasks.md"], undefined);
});

/** The template with its placeholders filled in, line by line in their order. */
const filled = (name: string, ...values: readonly string[]): string => {
  const rest = [...values];
  return seed(name).replaceAll(/\{[^{}\n]*\}/gu, () => rest.shift() ?? "");
};

test("with content, each file is its template filled in", () => {
  const state = adoptedState({
    brief: {
      title: "User login",
      domain: "feature",
      outcome: "People can log in",
      done_when: ["a", "b"],
      constraints: ["c"],
      notes: "n",
    },
    brief_at: "2026-01-14T10:31:00.123Z",
    plan: { state: "approved", notes: "Mind the gap", at: "2026-01-14T10:40:00Z" },
    context: {
      goal: "Log in",
      approach: "By mail",
      key_files: [{ path: "src/a.ts", text: "the door" }],
      patterns: ["no any"],
      signals: {},
      whole: null,
    },
    units: [
      foundUnit("T1", {
        title: "Model",
        criteria: ["it is there"],
        files: ["src/a.ts"],
        max: 3,
        model: "opus",
      }),
    ],
    guardrails: [
      {
        name: "Locks",
        when: "writing",
        problem: "it hung",
        solution: "close it",
        learned: "T1 iteration 2",
      },
    ],
  });
  const at = "2026-01-14T10:31:00Z";
  assert.equal(
    file(state, "brief.md"),
    filled(
      "brief.md",
      "User login",
      at,
      "development",
      "feature",
      "People can log in",
      "a",
      "b",
      "c",
      "n",
    ),
  );
  const tasks = filled(
    "tasks.md",
    "User login",
    "2026-01-14T10:40:00Z",
    "1",
    "0",
    "0",
    "1",
    "Model",
    "src/a.ts",
    "it is there",
    "3",
    "none",
    "opus",
    "Mind the gap",
  );
  assert.equal(
    file(state, "tasks.md"),
    tasks.replace("T1 → T2 → T3 (sequential)\nT4 (independent)", "T1 (independent)"),
  );
  assert.equal(
    file(state, "guardrails.md"),
    filled("guardrails.md", "Locks", "writing", "it hung", "close it", "T1", "2"),
  );
  const context = filled(
    "context.md",
    "User login",
    "Log in",
    "By mail",
    "src/a.ts",
    "the door",
    "no any",
    "it is there",
  );
  assert.equal(
    file(state, "context.md"),
    context.replace("T1/R1", "T1").replace("- T2/R2: \n", ""),
  );
});
