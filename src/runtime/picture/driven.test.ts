// Tests of runs without a runner: idle or merely waiting, where a runner is offered, and how they stand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shownJob as job, viewNode } from "../../../test/fixtures/shown.ts";
import { attend } from "./driven.ts";
import type { Picture } from "./shape.ts";

const later = job("waiting", { later: "2026-01-08T12:00:30.000Z" });
const hosted = job("running", { since: "2026-01-08T12:00:00.000Z" });
const away = { ...hosted, on: { machine: "two", leftMs: 1, silent: false } };
const [ready, doubt, waiting, outside] = [
  job("ready"),
  job("doubt"),
  job("waiting"),
  job("running"),
];

type Case = readonly [
  jobs: Picture["jobs"],
  found: Partial<ReturnType<typeof attend>>,
  of?: Partial<Pick<Picture, "life" | "status" | "state">> & { readonly begun?: true },
  driven?: true,
];
const cases: readonly Case[] = [
  // What could begin or is in doubt, while nothing is under way.
  [[ready], { idle: true, needsRunner: true }],
  [[doubt, waiting], { idle: true, needsRunner: true }],
  [[later], { idle: true }],
  [[ready, outside], { idle: false, needsRunner: true }],
  [[waiting], { idle: false, needsRunner: true }],
  [[], { idle: false }],
  [[ready], { idle: false, needsRunner: false }, { life: "paused" }],
  [[ready], { idle: false, needsRunner: false }, { status: "waiting" }],
  [[ready], { needsRunner: false }, { life: "over" }],
  [[ready], { idle: false, needsRunner: false }, {}, true],
  // What a runner began ends by itself, and nothing follows; somebody outside needs none.
  [[hosted], { needsRunner: true }],
  [[outside], { needsRunner: false }],
  // Not started before anything began, and without a runner after that, whatever became of what was at work.
  [[ready], { state: "not started" }],
  [[doubt], { state: "no runner" }, { state: "in doubt", begun: true }],
  [[doubt], { state: "in doubt" }, { state: "in doubt", begun: true }, true],
  [[ready], { state: "no runner" }, { begun: true }],
  [[{ ...ready, since: hosted.since }], { state: "no runner" }],
  [[hosted], { state: "no runner" }, { state: "running", begun: true }],
  [[later], { state: "no runner" }, { state: "waiting", begun: true }],
  [[ready], { state: "running" }, { begun: true }, true],
  [[outside], { state: "running" }, { state: "running", begun: true }],
  [[away], { state: "running" }, { state: "running", begun: true }],
  [[ready], { state: "waits for you" }, { state: "waits for you", begun: true }],
];

test("how a run stands with a runner and without one", () => {
  for (const [jobs, found, { begun, ...of } = {}, driven = false] of cases) {
    const node = {
      ...viewNode("1", { status: begun ? "done" : "ready" }),
      state: "ready",
    } as const;
    const all = { life: "live", status: "running", state: "running", nodes: [node], jobs } as const;
    const shown = attend({ ...all, ...of }, driven);
    const told = Object.keys(found).map((key) => [key, Reflect.get(shown, key)]);
    const what = jobs.map(({ is }) => is).join(", ");
    assert.deepEqual(Object.fromEntries(told), found, `${what} ${JSON.stringify(of)}`);
  }
});
