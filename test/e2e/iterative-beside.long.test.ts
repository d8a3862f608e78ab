// Tests of two iterative runs in one working tree: the second waits and names the first.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { at, type Desk, desk } from "./desk.ts";

const plan = {
  units: [{ id: "T1", title: "Write it", criteria: ["it is there"], files: ["a.txt"], max: 3 }],
  context: {},
};

/** Two runs whose plans are approved, in one working tree without git's own changes between. */
const two = async (t: TestContext): Promise<Desk> => {
  const worker = `
    const brief = require("node:fs").readFileSync(0, "utf8");
    console.log("\\n\`\`\`cairn-report\\n" + JSON.stringify({ unit: "T1", status: "blocked", did: "looked", remaining: "all", reason: "no key" }) + "\\n\`\`\`");`;
  const config = {
    agents: { bot: { driver: "command", argv: [process.execPath, "-e", worker] } },
    roles: { "*": "bot" },
  };
  const here = desk(t, { "cairn.config.json": JSON.stringify(config) });
  for (const slug of ["one", "two"]) {
    const started = await here.cairn([
      "start",
      "iterative",
      "Add it",
      "--slug",
      slug,
      "--done-when",
      "it is there",
    ]);
    assert.equal(started.exit, 0, started.err);
    const proposed = await here.cairn([
      "send",
      slug,
      "ProposePlan",
      "--data",
      JSON.stringify(plan),
    ]);
    assert.equal(proposed.exit, 0, proposed.err);
    assert.equal((await here.cairn(["decide", slug, "plan", "approve"])).exit, 0);
  }
  return here;
};
const claimed = async (here: Desk): Promise<string> => {
  const answer = await here.cairn(["claim", "one", "T1", "--json"]);
  assert.equal(answer.exit, 0, answer.err);
  return String(at(answer.json(), "token"));
};

test("while a pass of another run is under way in the tree nobody can begin one here, and `next` says why", async (t) => {
  const here = await two(t);
  const token = await claimed(here);
  const next = await here.cairn(["next", "two"]);
  assert.match(next.out, /T1#1[^]*T1#1 of run one \(\w{12}\) is under way in this working tree/u);
  const refused = await here.cairn(["claim", "two", "T1"]);
  assert.equal(refused.exit, 2);
  assert.match(refused.err, /^JOB_UNREADY: T1#1 may not begin: T1#1 of run one/u);
  const path = join(here.root, ".claude/iterative/two/state.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"pending"', '"in_progress"'));
  assert.match((await here.cairn(["status", "two"])).out, /refused +state\.json: JOB_UNREADY/u);
  assert.equal((await here.cairn(["release", "--token", token, "one"])).exit, 0);
  assert.equal((await here.cairn(["claim", "two", "T1"])).exit, 0);
});

test("a runner waits while somebody is at work beside it, and goes on by itself when he is done", async (t) => {
  const here = await two(t);
  const token = await claimed(here);
  const released: Promise<unknown>[] = [];
  const run = await here.cairn(["run", "two"], {
    heard: (text) => {
      if (text.includes("not yet") && released.length === 0)
        released.push(here.cairn(["release", "--token", token, "one"]));
    },
  });
  assert.match(
    run.out,
    /T1#1: not yet: T1#1 of run one[^]* begins +T1#1: agent [^]* waits +T1, blocked/u,
  );
  assert.equal(released.length, 1);
  await released[0];
});

test("a pass that began beside it and that nobody has any more ends the wait: a person must see to it", async (t) => {
  const here = await two(t);
  const path = join(here.root, ".claude/iterative/one/state.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"pending"', '"in_progress"'));
  assert.match((await here.cairn(["status", "one"])).out, /· ready +T1 /u);
  const run = await here.cairn(["run", "two"]);
  assert.equal(run.exit, 3, run.err);
  assert.match(run.out, /T1#1[^]*of run one \(\w{12}\) is under way in this working tree/u);
});
