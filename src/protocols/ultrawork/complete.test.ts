// Tests of an ultrawork start's defaults: folder, team name, configuration.
import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../../../test/fixtures/ultrawork.ts";
import { teamOf } from "./complete.ts";
import type { UltraworkCommands } from "./commands.ts";
import { ultrawork } from "./index.ts";

type Start = UltraworkCommands["Start"]["data"];

const start = (
  data: Partial<Start> = {},
  config: Readonly<Record<string, unknown>> = {},
  repo: string | null = "shop",
): unknown =>
  ultrawork.complete(
    { type: "Start", data: { goal: "Add a login", ...data } },
    { ...facts, repo },
    "run1",
    0,
    config,
  ).data;

test("what the start leaves out comes from run, repository and defaults", () => {
  assert.deepEqual(start(), {
    goal: "Add a login",
    run: "run1",
    session: "run1",
    session_task: "run1",
    team: "shop",
    home: "~/.claude/ultrawork",
    options: {},
  });
});

test("what is given stands, and outweighs the configuration", () => {
  const config = { home: "/srv/ultra/", mode: "auto", max_workers: 2, unknown: true };
  assert.deepEqual(start({ session: "abc", team: "x", options: { max_workers: 3 } }, config), {
    goal: "Add a login",
    run: "run1",
    session: "abc",
    session_task: "abc",
    team: "x",
    home: "/srv/ultra",
    options: { mode: "auto", max_workers: 3 },
  });
});

test("a team's name is safe as a folder's, whatever the repository is called", () => {
  assert.deepEqual(
    ["my shop", "héllo", "..", "///", "", null].map((name) => teamOf(name)),
    ["my-shop", "h-llo", "default", "default", "default", "default"],
  );
});

test("other commands pass as they are", () => {
  const pause = { type: "Pause", data: {} } as const;
  assert.equal(ultrawork.complete(pause, facts, "run1", 0, {}), pause);
});
