// Tests of the roles and agents that a runner serves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Config, emptyConfig } from "../config.ts";
import { servingOf } from "./serving.ts";

const config: Config = {
  ...emptyConfig,
  roles: { "ultrawork/verifier": "judge", skill: "coder", "*": "coder" },
  needs: { "worker:train": ["gpu", "linux"], verifier: ["keys"] },
};
const left = (
  options: Parameters<typeof servingOf>[1],
  role: string,
  kind: "agent" | "check" = "agent",
): string | null => servingOf(config, options).notHere("ultrawork", { kind, role });

test("a runner that says nothing begins everything", () => {
  assert.equal(left({}, "worker"), null);
  assert.equal(left({}, "engine", "check"), null);
});

test("roles are named as in the configuration: whole, before the colon, with the protocol, or all", () => {
  for (const word of ["worker", "ultrawork/worker", "ultrawork/*", "*"])
    assert.equal(left({ serve: [word] }, "worker:x"), null, word);
  for (const word of ["planner", "player/worker", "player/*", "checks"])
    assert.equal(left({ serve: [word] }, "worker:x"), "worker:x is another runner's", word);
});

test("an agent's name after @ means every role that it has", () => {
  assert.equal(left({ serve: ["@coder"] }, "worker"), null);
  assert.equal(
    left({ serve: ["@coder"], labels: ["keys"] }, "verifier"),
    "verifier is another runner's",
  );
  assert.equal(left({ serve: ["@judge"], labels: ["keys"] }, "verifier"), null);
});

test("checks go to whoever says so", () => {
  assert.equal(
    left({ serve: ["worker"] }, "engine", "check"),
    "checks are another runner's (here with --serve …,checks)",
  );
  assert.equal(left({ serve: ["worker", "checks"] }, "engine", "check"), null);
});

test("what a role needs must all be there, whatever is served", () => {
  assert.equal(
    left({ labels: ["gpu"] }, "worker:train"),
    "worker:train needs a runner with the label linux",
  );
  assert.equal(left({ serve: ["worker"], labels: ["linux", "gpu"] }, "worker:train"), null);
  assert.equal(left({}, "verifier"), "verifier needs a runner with the label keys");
  assert.equal(servingOf(config, { serve: ["worker"] }).serves("ultrawork", "planner"), false);
});
