// Tests of decisions on a plan edited meanwhile: short names don't approve it unseen.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gitIn } from "../contract/workspace-folder.ts";
import { at, type Desk, desk } from "./desk.ts";

const soften = (path: string): void => {
  const text = readFileSync(path, "utf8");
  const softer = text.replaceAll("it migrates", "it migrates, mostly");
  assert.notEqual(softer, text);
  writeFileSync(path, softer);
};

const refusedOnce = async ({ cairn }: Desk, key: string): Promise<void> => {
  const refused = await cairn(["decide", "x", "plan", "approve"]);
  assert.equal(refused.exit, 2, refused.out);
  assert.match(refused.err, /PLAN_CHANGED: what plan asks was changed just now by an edit/u);
  assert.ok(refused.err.includes(key), refused.err);
  assert.match((await cairn(["decide", "x", key])).out, /mostly/u);
  assert.equal((await cairn(["decide", "x", key, "approve"])).exit, 0);
};

test("a plan of ultrawork that was softened by an edit isn't approved unseen by its short name", async (t) => {
  const plan = {
    tasks: [
      {
        id: "1",
        subject: "One",
        success_criteria: [{ criteria: "it migrates", command: "test -e one.txt" }],
      },
    ],
  };
  const here = desk(t, { "plan.json": JSON.stringify(plan) });
  const started = await here.cairn([
    "run",
    "--later",
    "ultrawork",
    "Goal",
    "--session",
    "x",
    "--plan",
    "plan.json",
    "--json",
  ]);
  assert.equal(started.exit, 0, started.err);
  assert.match((await here.cairn(["decide", "x", "plan"])).out, /approve-1/u);
  soften(join(String(at(started.json(), "folder")), "tasks/1.json"));
  await refusedOnce(here, "approve-2");
});

test("a plan of iterative that was softened by an edit isn't approved unseen by its short name", async (t) => {
  const here = desk(t, { "a.txt": "a\n" });
  const config = { iterative: { test_pass: "off", interviewer: "hand", planner: "hand" } };
  writeFileSync(join(here.root, "cairn.config.json"), JSON.stringify(config));
  gitIn(here.root, "add", ".");
  gitIn(here.root, "commit", "-qm", "begin");
  const started = await here.cairn([
    "run",
    "--later",
    "iterative",
    "Add login",
    "--slug",
    "x",
    "--done-when",
    "it says two",
    "--json",
  ]);
  assert.equal(started.exit, 0, started.err);
  const units = [
    { id: "T1", title: "Write T1", criteria: ["it migrates"], files: ["a.txt"], max: 2 },
  ];
  const made = await here.cairn(["send", "x", "ProposePlan", "--data", JSON.stringify({ units })]);
  assert.equal(made.exit, 0, made.err);
  soften(join(String(at(started.json(), "folder")), "tasks.md"));
  await refusedOnce(here, "plan-2");
});
