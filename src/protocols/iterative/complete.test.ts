// Tests of what the configuration adds to a start.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command, Facts } from "../../core/protocol.ts";
import type { IterativeCommands } from "./commands.ts";
import { iterative } from "./index.ts";

const facts: Facts = {
  at: "2026-01-14T10:30:00.000Z",
  root: "/repo",
  folder: null,
  repo: null,
  head: null,
  tree: null,
  changed: [],
  files: {},
  outputs: {},
  commits: {},
};
const isStart = (command: Command): command is IterativeCommands["Start"] =>
  command.type === "Start";
const start = (
  data: IterativeCommands["Start"]["data"],
  config: Readonly<Record<string, unknown>>,
) => {
  const command = iterative.complete({ type: "Start", data }, facts, "r1abcdefghij", 0, config);
  return isStart(command) ? command.data : null;
};

test("what is said stands over what is configured, inside of minutes and caps too", () => {
  const config = { workers: 3, deliver: "ask", caps: { still: 5, plan: 1 } };
  const data = start(
    { request: "Add login", settings: { workers: 2, caps: { still: 4 } } },
    config,
  );
  assert.deepEqual(data?.settings, { workers: 2, deliver: "ask", caps: { still: 4, plan: 1 } });
  assert.equal(data?.run, "r1abcdefghij");
});

test("a slug that is taken stays, so the start is refused rather than made twice", () => {
  const command = { type: "Start", data: { request: "Add login" } } as const;
  assert.deepEqual(
    iterative.complete(command, facts, "r", 0, {}),
    iterative.complete(command, facts, "r", 1, {}),
  );
});

test("what another run calls the goal of this one is its request", () => {
  const goal: IterativeCommands["Start"]["data"] & { readonly goal: string } = {
    goal: "Add login",
  };
  assert.equal(start(goal, {})?.request, "Add login");
  assert.equal("goal" in (start(goal, {}) ?? {}), false);
  assert.equal(start({ ...goal, request: "Fix it" }, {})?.request, "Fix it");
});
