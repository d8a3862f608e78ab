// A template's nodes work in places of their own, a checkpoint names where the work stands, and going back takes it along.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { checkpoint, skill, templateOf } from "../fixtures/player.ts";
import { asTyped, type Desk, desk, hostsWithin } from "./desk.ts";
import { configured, placesBeside } from "./ground.ts";

hostsWithin();

/** Writes a file of its node's name, and says whether those of the nodes before are there. */
const agent = `
const fs = require("node:fs");
const text = fs.readFileSync(0, "utf8");
const [, node, attempt] = /"node": "([^"]+)", "attempt": (\\d+)/.exec(text);
fs.writeFileSync(node + ".txt", fs.readdirSync(".").filter((name) => /^N-/.test(name)).join(" ") + "\\n");
console.log("It is done.\\n\`\`\`cairn-report\\n" + JSON.stringify({ node, attempt: Number(attempt), status: "completed" }) + "\\n\`\`\`");
`;
/** Fails where N-003 has been. */
const check = `
const fs = require("node:fs");
fs.readFileSync(0, "utf8");
if (fs.existsSync("N-003.txt")) { console.error("N-003 is there"); process.exit(1); }
`;
const template = templateOf("feature", [
  skill("N-001"),
  checkpoint("CP-01", false),
  skill("N-002"),
]);

const shop = (
  t: TestContext,
  nodes = template,
  roles: Readonly<Record<string, string>> = {},
): Desk & { readonly git: (...words: readonly string[]) => string } => {
  const here = desk(t, { "README.md": "a shop\n", ".gitignore": ".cairn/\ncairn.config.json\n" });
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...words], {
      cwd: here.root,
      encoding: "utf8",
    });
  const script = join(here.folder, "agent.cjs");
  writeFileSync(script, agent);
  mkdirSync(join(here.root, ".workflow/templates"), { recursive: true });
  writeFileSync(join(here.root, ".workflow/templates/feature-review.json"), nodes);
  const checks = join(here.folder, "check.cjs");
  writeFileSync(checks, check);
  const agents = {
    a: { driver: "command", argv: [process.execPath, script] },
    check: { driver: "command", argv: [process.execPath, checks], done: "exit" },
  };
  configured(here, { agents, roles: { skill: "a", ...roles } });
  git("add", "--all");
  git("commit", "--amend", "--allow-empty", "--quiet", "-m", "a shop");
  placesBeside(t, here);
  return { ...here, git };
};

test("nodes land one after the other, and going back to a checkpoint takes the branch along", async (t) => {
  const here = shop(t);
  await here.ends(3, "run player feature --context goal=x");
  const branch = here.git("for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();
  const filesOn = (): readonly string[] =>
    here
      .git("ls-tree", "--name-only", branch)
      .split("\n")
      .filter((name) => name.startsWith("N-"));
  assert.deepEqual(filesOn(), ["N-001.txt"]);
  const [session = ""] = readdirSync(join(here.root, ".workflow/sessions"));
  await here.ends(0, ["decide", session, "CP-01", "continue"]);
  await here.ends(0, ["run", session]);
  assert.deepEqual(filesOn(), ["N-001.txt", "N-002.txt"]);
  assert.equal(here.git("show", `${branch}:N-002.txt`), "N-001.txt\n");
  assert.equal(existsSync(join(here.root, "N-001.txt")), false);
  assert.equal(here.git("status", "--porcelain").replaceAll(/^.. \.workflow\/.*\n/gmu, ""), "");
  await here.ends(0, asTyped`resume ${session} --to CP-01 --note again --yes`);
  await here.ends(3, ["run", session]);
  assert.deepEqual(filesOn(), ["N-001.txt"]);
});

for (const breaks of [false, true])
  test(`a check runs again on the final head: ${breaks ? "a later node broke it, and the run doesn't succeed" : "it is green there"}`, async (t) => {
    const last = breaks ? "N-003" : "N-004";
    const nodes = [
      skill("N-001"),
      skill("N-002", { type: "command", executor: "check" }),
      skill(last),
    ];
    const here = shop(t, templateOf("feature", nodes), { command: "check" });
    const done = await here.cairn("run player feature --context goal=x --verbose");
    assert.equal(done.exit, breaks ? 3 : 0, done.out + done.err);
    assert.match(
      done.out,
      breaks ? /FinalTried N-002 [^\n]*red/u : /FinalTried N-002 [^\n]*green/u,
    );
    const [session = ""] = readdirSync(join(here.root, ".workflow/sessions"));
    await here.ends(0, ["verify", session]);
    if (!breaks) {
      const words = /2 of 3 steps were reported, nothing\s+checked\s+them/u;
      assert.match(done.out, words);
      assert.match((await here.cairn(["status", session])).out, words);
      assert.match((await here.cairn("status")).out, /^not proved {2}.* 1 of 3 proved/u);
      return;
    }
    assert.match(done.out, /N-002: exit 1\s+N-003 is there/u);
    const keyIn = (out: string): string =>
      /cairn decide \S+ (final-red-\S+) fail/u.exec(out)?.[1] ?? "";
    await here.ends(0, ["decide", session, keyIn(done.out), "again"]);
    const again = await here.ends(3, ["run", session]);
    await here.ends(0, ["decide", session, keyIn(again.out), "fail"]);
    const over = await here.ends(4, ["run", session]);
    assert.match(over.out, /on the final head this fails: N-002/u);
    assert.match(
      over.out,
      /^not done {2}x\n {9}feature [^]*^ ○ reported +N-001 {2}0\/1 [^]*^ ✖ failed +N-002 {2}0\/1 [^]*^0 of 3 criteria proved/mu,
    );
    assert.match(
      (await here.cairn(["evidence", session])).out,
      /N-002[^]*fails on the final head: exit 1/u,
    );
  });
