// Tests of decisions: on a plan that was edited meanwhile, and verdicts by a person where no second agent exists.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at, type Desk, desk, hostsWithin } from "./desk.ts";
import { configured } from "./ground.ts";

hostsWithin();

const soften = (path: string): void => {
  const text = readFileSync(path, "utf8");
  const softer = text.replaceAll("it migrates", "it migrates, mostly");
  assert.notEqual(softer, text);
  writeFileSync(path, softer);
};

const refusedOnce = async ({ cairn, ends }: Desk, key: string): Promise<void> => {
  const refused = await ends(2, "decide x plan approve");
  assert.match(refused.err, /PLAN_CHANGED: what plan asks was changed just now by an edit/u);
  assert.ok(refused.err.includes(key), refused.err);
  assert.match((await cairn(["decide", "x", key])).out, /mostly/u);
  await ends(0, ["decide", "x", key, "approve"]);
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
  const started = await here.ends(
    0,
    "run --later ultrawork Goal --session x --plan plan.json --json",
  );
  assert.match((await here.cairn("decide x plan")).out, /approve-1/u);
  soften(join(String(at(started.json(), "folder")), "tasks/1.json"));
  await refusedOnce(here, "approve-2");
});

const check = { criteria: "one.txt is there", command: "test -e one.txt" };
const plan = {
  tasks: [{ id: "1", subject: "One", success_criteria: [check] }],
  verify: { success_criteria: [check] },
};
const steps = [
  { write: { path: "one.txt", text: "1\n" } },
  { report: { status: "done", summary: "made", evidence: [] } },
];

test("one agent for worker and verifier where other-agent is asked: told before any work, and a person judges instead", async (t) => {
  const { folder, root, cairn, ends } = desk(t, { "plan.json": JSON.stringify(plan) });
  const script = join(folder, "script.json");
  writeFileSync(script, JSON.stringify({ jobs: [{ role: "worker", steps }] }));
  configured(
    { root },
    {
      agents: { only: { driver: "scripted", argv: [script] } },
      roles: { "*": "only" },
    },
  );
  const start = ["run", "ultrawork", "One file", "--plan", "plan.json", "--auto", "--session", "s"];
  const refused = await ends(1, [...start, "--judge", "other-agent"]);
  assert.match(refused.err, /AGENT_MISSING: roles worker and verifier are both given to only/);
  assert.match((await cairn("log s")).err, /RUN_UNKNOWN/u, "no run was made");
  const [, words = ""] =
    /judge it yourself: begin it with `(--judge person)`/u.exec(refused.err) ?? [];

  const waits = await ends(3, [...start, ...words.split(" "), "--json"]);
  assert.equal(at(waits.json(), "waiting", 0, "key"), "verdict-verify-1");
  await ends(0, "decide s verdict-verify-1 pass");
  const done = await ends(0, "run s --json");
  assert.equal(at(done.json(), "ended", "good"), true);
});
