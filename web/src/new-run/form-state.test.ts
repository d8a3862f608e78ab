// Tests of the form of a new run: initial values, required fields, and its request.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Startable } from "../../../src/http/answers.ts";
import {
  contextPlaces,
  initialState,
  requestOf,
  otherFields,
  takesGoal,
  withProtocol,
} from "./form-state.ts";

const protocol = (
  name: string,
  goal: readonly string[],
  properties: object,
): Startable["protocols"][number] => ({
  name,
  purpose: "",
  goal,
  fields: { type: "object", properties, additionalProperties: false },
  switches: [],
  roles: [],
});
const text = { type: "string" };
const options: Startable = {
  usual: "plan",
  protocols: [
    protocol("plan", ["goal"], {
      goal: text,
      options: { type: "object", properties: { workers: { type: "integer", maximum: 4 } } },
    }),
    protocol("play", ["context", "goal"], {
      template: text,
      context: { type: "object" },
      again: text,
      seconds: { type: "integer" },
    }),
  ],
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
  const { request, errors } = requestOf(kept, plan, initialState(kept, nothing));
  assert.deepEqual(errors, []);
  assert.deepEqual(request, again);
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
  assert.deepEqual(requestOf(same, play, initialState(same, nothing)).request, played);
});

test("what is missing or doesn't fit is said beside its field", () => {
  const empty = initialState(options, nothing);
  assert.deepEqual(
    requestOf(options, plan, { ...empty, rest: { options: { workers: "9" } } }).errors.map(
      ({ at }) => at,
    ),
    ["/goal", "/options/workers"],
  );
  const other = withProtocol(empty, "play");
  assert.deepEqual(
    requestOf(options, play, other).errors.map(({ at }) => at),
    ["/template"],
  );
  assert.deepEqual(
    requestOf(options, play, { ...other, template: "release" }).errors.map(({ at }) => at),
    ["/goal", "/context/scope"],
  );
});

test("a goal is asked for unless a template has none, and has its place apart from the other options", () => {
  const state = initialState(options, nothing);
  assert.equal(takesGoal(options, plan, state), true);
  assert.equal(takesGoal(options, play, state), false);
  assert.equal(takesGoal(options, play, { ...state, template: "release" }), true);
  assert.deepEqual(
    otherFields(play).fields.map(({ name }) => name),
    ["seconds"],
  );
});

test("each variable of the template has a place for what is wrong with it, filled in or not", () => {
  const state = { ...initialState(options, { protocol: "play", goal: "x" }), template: "release" };
  assert.deepEqual(contextPlaces(options, state), ["/context/goal", "/context/scope"]);
  const { errors } = requestOf(options, play, state);
  assert.ok(
    errors.every(({ at }) => at !== null && contextPlaces(options, state).includes(at)),
    JSON.stringify(errors),
  );
});
