// Tests of edits to iterative's files by agents at work: refused and set aside, or accepted.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { unfenced } from "../fixtures/unfenced.ts";
import { asTyped, at, type Desk, desk, hostsWithin } from "./desk.ts";

hostsWithin();

/** Works on T1, and edits what `tricks.cjs` says on its first pass; says then that it goes on. */
const agent = `
const fs = require("node:fs");
const brief = fs.readFileSync(0, "utf8");
const unit = /^# (?:Verify )?([A-Z]\\d+):/.exec(brief)[1];
const first = !fs.existsSync("../once");
fs.writeFileSync("../once", "");
fs.appendFileSync("a.txt", "more\\n");
if (first) require(process.cwd() + "/tricks.cjs")(".claude/iterative/add-login/");
const say = { unit, status: "continue", did: "some of it", remaining: "the rest" };
console.log("\`\`\`cairn-report\\n" + JSON.stringify(say) + "\\n\`\`\`");
`;
const git = (root: string, ...args: readonly string[]): void =>
  void execFileSync("git", [...args], { cwd: root });

const unit = (id: string): object => ({
  id,
  title: `Write ${id}`,
  criteria: [`${id} says two`],
  files: [`${id === "T1" ? "a" : "b"}.txt`],
  max: 2,
});

const begun = async (t: TestContext, tricks: string): Promise<Desk> => {
  const here = desk(t, { "agent.cjs": agent, "tricks.cjs": tricks, "a.txt": "none\n" });
  unfenced(here.folder);
  const { root } = here;
  git(root, "config", "user.email", "ana@example.org");
  git(root, "config", "user.name", "Ana");
  git(root, "config", "commit.gpgsign", "false");
  const config = {
    agents: { bot: { driver: "command", argv: [process.execPath, "agent.cjs"] } },
    roles: { "*": "bot" },
    iterative: {
      test_pass: "off",
      interviewer: "hand",
      planner: "hand",
      gates: [{ name: "tests", argv: [process.execPath, "-e", "0"] }],
    },
  };
  writeFileSync(join(root, "cairn.config.json"), JSON.stringify(config));
  git(root, "add", ".");
  git(root, "commit", "-qm", "begin");
  await here.ends(
    0,
    'run --later iterative "Add login" --slug add-login --done-when "all say two"',
  );
  await here.ends(
    0,
    asTyped`send add-login ProposePlan --data ${JSON.stringify({ units: [unit("T1"), unit("T2")] })}`,
  );
  await here.ends(0, "decide add-login plan approve");
  return here;
};
const file = ({ root }: Desk, name: string): string =>
  readFileSync(join(root, ".claude/iterative/add-login", name), "utf8");

test("story 3: a limit that an agent raises in its own pass is refused, kept aside, and there is no pass beyond it", async (t) => {
  const trick = `module.exports = (run) => {
    const fs = require("node:fs");
    const state = JSON.parse(fs.readFileSync(run + "state.json", "utf8"));
    state.tasks.T1.max_iterations = 50;
    fs.writeFileSync(run + "state.json", JSON.stringify(state, null, 2));
  };`;
  const here = await begun(t, trick);
  await here.ends(3, "run add-login");
  const state: unknown = JSON.parse(file(here, "state.json"));
  assert.deepEqual(
    [
      at(state, "tasks", "T1", "status"),
      at(state, "tasks", "T1", "iterations_used"),
      at(state, "tasks", "T1", "max_iterations"),
    ],
    ["timeout", 2, 2],
  );
  const log = await here.cairn("log add-login --json");
  assert.match(log.out, /"EditRefused"[^\n]*PLAN_FROZEN/u);
  assert.equal(log.out.match(/"LimitSet"/gu), null);
});

test("story 7: state.json deleted is drawn again, torn is refused and kept aside, all set to done is a claim", async (t) => {
  const here = await begun(t, "module.exports = () => undefined;");
  const path = join(here.root, ".claude/iterative/add-login/state.json");
  const before = file(here, "state.json");
  /** When the file was put back stands in it. */
  const timeless = (text: string): string => text.replace(/"updated": "[^"]+"/u, "");
  rmSync(path);
  await here.ends(0, "status add-login");
  assert.equal(timeless(file(here, "state.json")), timeless(before));
  writeFileSync(path, before.slice(0, 90));
  // What was written a moment ago might go on.
  const old = new Date(Date.parse("2026-01-14T10:00:00Z"));
  utimesSync(path, old, old);
  await here.cairn("status add-login");
  assert.equal(timeless(file(here, "state.json")), timeless(before));
  assert.match(file(here, "refused.md"), /FILE_BROKEN/u);
  writeFileSync(path, before.replaceAll('"pending"', '"done"'));
  const status = await here.cairn("status add-login");
  assert.match(status.out, /2 claims not believed/u);
  assert.match(file(here, "state.json"), /"T1": \{\s*"status": "pending"/u);
  assert.ok(
    !existsSync(join(here.root, ".claude/iterative/add-login/refused.md")),
    "an admitted edit ends the refused one",
  );
});

test("story 16: a title edited while it is quiet is taken, criteria are put back whoever changed them, and an agent's tick is a claim", async (t) => {
  const trick = `module.exports = (run) => {
    const fs = require("node:fs");
    const tasks = fs.readFileSync(run + "tasks.md", "utf8");
    fs.writeFileSync(run + "tasks.md", tasks.replace("T1 says two", "T1 says anything"));
  };`;
  const here = await begun(t, trick);
  const path = join(here.root, ".claude/iterative/add-login/tasks.md");
  const before = file(here, "tasks.md").split("\n");
  writeFileSync(path, before.join("\n").replace("Write T2", "Rewrite T2"));
  await here.cairn("status add-login");
  const differing = file(here, "tasks.md")
    .split("\n")
    .filter((line, index) => line !== before[index]);
  assert.deepEqual(differing, ["- [ ] **T2**: Rewrite T2"]);
  writeFileSync(path, file(here, "tasks.md").replace("T2 says two", "T2 says anything"));
  await here.cairn("status add-login");
  assert.match(file(here, "tasks.md"), /Criteria: T2 says two\n/u);
  assert.match(
    file(here, "refused.md"),
    /PLAN_FROZEN[\s\S]*cairn send add-login EditUnit --unit T2/u,
  );
  await here.ends(3, "run add-login");
  assert.match(file(here, "tasks.md"), /Criteria: T1 says two\n/u);
  writeFileSync(path, file(here, "tasks.md").replace("[ ] **T1**", "[x] **T1**"));
  await here.cairn("status add-login");
  assert.match(file(here, "tasks.md"), /- \[ \] \*\*T1\*\*/u);
  const log = (await here.cairn("log add-login --json")).out;
  const count = (type: string): number =>
    log.match(new RegExp(`"type":"${type}"`, "gu"))?.length ?? 0;
  assert.deepEqual(
    [count("UnitEdited"), count("EditRefused"), count("ClaimRecorded"), count("UnitSettled")],
    [1, 2, 1, 0],
  );
});
