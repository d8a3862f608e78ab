// Tests of the form of a new run: initial values, and its request.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Startable } from "../../../src/http/answers.ts";
import { contextPlaces, initialState, requestOf, takesGoal } from "./form-state.ts";

const protocol = (name: string, goal: readonly string[]): Startable["protocols"][number] => ({
  name,
  purpose: "",
  goal,
  plays: name === "play",
  switches: [],
  roles: [],
});
const options: Startable = {
  usual: "plan",
  protocols: [protocol("plan", ["goal"]), protocol("play", ["context", "goal"])],
  agents: [],
  lacks: null,
  checks: [],
  budget: null,
  templates: [
    {
      slug: "release",
      name: "Release",
      means: "",
      path: "templates/release.json",
      errors: 0,
      needs: [
        { name: "goal", required: true, means: "", otherwise: null },
        { name: "scope", required: true, means: "", otherwise: null },
      ],
    },
  ],
  again: null,
};
const nothing = { protocol: null, goal: null };
const [plan, play] = options.protocols;
assert.ok(plan !== undefined && play !== undefined);

test("a new form takes the usual way, or what its address names where that is there", () => {
  assert.equal(initialState(options, nothing).protocol, "plan");
  assert.deepEqual(
    [initialState(options, { protocol: "play", goal: "x" })].map(({ protocol, goal }) => [
      protocol,
      goal,
    ]),
    [["play", "x"]],
  );
  assert.equal(initialState(options, { protocol: "magic", goal: null }).protocol, "plan");
});

test("what a run was begun with becomes the same request again", () => {
  const again = {
    protocol: "plan",
    data: { goal: "Add login", options: { workers: 2 } },
    switches: ["light"],
    agents: { "*": "codex" },
    budget: "5usd",
  };
  const kept = { ...options, again };
  assert.deepEqual(requestOf(kept, plan, initialState(kept, nothing)), again);
  const played = {
    ...again,
    protocol: "play",
    data: {
      template: "templates/release.json",
      context: { goal: "1.0", scope: "all" },
      seconds: 60,
    },
  };
  const same = { ...options, again: played };
  assert.deepEqual(requestOf(same, play, initialState(same, nothing)), played);
});

test("a goal is asked for unless a template has none", () => {
  const state = initialState(options, nothing);
  assert.equal(takesGoal(options, plan, state), true);
  assert.equal(takesGoal(options, play, state), false);
  assert.equal(takesGoal(options, play, { ...state, template: "release" }), true);
});

test("each variable of the template has a place for what is wrong with it, filled in or not", () => {
  const state = { ...initialState(options, { protocol: "play", goal: "x" }), template: "release" };
  assert.deepEqual(contextPlaces(options, state), ["/context/goal", "/context/scope"]);
});
