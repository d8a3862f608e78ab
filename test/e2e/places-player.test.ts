// A template's nodes work in places of their own, a checkpoint names where the work stands, and going back takes it along.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { checkpoint, skill, templateOf } from "../fixtures/player.ts";
import { type Desk, desk } from "./desk.ts";

/** Writes a file of its node's name, and says whether those of the nodes before are there. */
const agent = `
const fs = require("node:fs");
const text = fs.readFileSync(0, "utf8");
const [, node, attempt] = /"node": "([^"]+)", "attempt": (\\d+)/.exec(text);
fs.writeFileSync(node + ".txt", fs.readdirSync(".").filter((name) => /^N-/.test(name)).join(" ") + "\\n");
console.log("It is done.\\n\`\`\`cairn-report\\n" + JSON.stringify({ node, attempt: Number(attempt), status: "completed" }) + "\\n\`\`\`");
`;
const template = templateOf("feature", [skill("N-001"), checkpoint("CP-01", false), skill("N-002")]);

const shop = (t: TestContext): Desk & { readonly git: (...words: readonly string[]) => string } => {
  const here = desk(t, { "README.md": "a shop\n", ".gitignore": ".cairn/\ncairn.config.json\n" });
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...words], { cwd: here.root, encoding: "utf8" });
  const script = join(here.folder, "agent.cjs");
  writeFileSync(script, agent);
  mkdirSync(join(here.root, ".workflow/templates"), { recursive: true });
  writeFileSync(join(here.root, ".workflow/templates/feature-review.json"), template);
  const agents = { a: { driver: "command", argv: [process.execPath, script] } };
  writeFileSync(join(here.root, "cairn.config.json"), JSON.stringify({ places: true, agents, roles: { skill: "a" } }));
  git("add", "--all");
  git("commit", "--quiet", "-m", "a shop");
  process.env["CAIRN_PLACES"] = join(here.folder, "places");
  t.after(() => delete process.env["CAIRN_PLACES"]);
  return { ...here, git };
};

test("nodes land one after the other, and going back to a checkpoint takes the branch along", async (t) => {
  const here = shop(t);
  const first = await here.cairn(["run", "player", "feature", "--context", "goal=x"]);
  assert.equal(first.exit, 3, first.out + first.err);
  const branch = here.git("for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();
  const filesOn = (): readonly string[] =>
    here
      .git("ls-tree", "--name-only", branch)
      .split("\n")
      .filter((name) => name.startsWith("N-"));
  assert.deepEqual(filesOn(), ["N-001.txt"]);
  const [session = ""] = readdirSync(join(here.root, ".workflow/sessions"));
  assert.equal((await here.cairn(["decide", session, "CP-01", "continue"])).exit, 0);
  const last = await here.cairn(["run", session]);
  assert.equal(last.exit, 0, last.out + last.err);
  assert.deepEqual(filesOn(), ["N-001.txt", "N-002.txt"]);
  assert.equal(here.git("show", `${branch}:N-002.txt`), "N-001.txt\n");
  assert.equal(existsSync(join(here.root, "N-001.txt")), false);
  assert.equal(here.git("status", "--porcelain").replaceAll(/^.. \.workflow\/.*\n/gmu, ""), "");
  assert.equal((await here.cairn(["rollback", session, "--to", "CP-01", "--note", "again", "--yes"])).exit, 0);
  assert.equal((await here.cairn(["run", session])).exit, 3);
  assert.deepEqual(filesOn(), ["N-001.txt"]);
});

for (const changes of [false, true])
  test(`a run that began in the checkout goes on ${changes ? "in places, with what lies there," : "there"} once places are on`, async (t) => {
    const here = shop(t);
    const config = join(here.root, "cairn.config.json");
    const on = readFileSync(config, "utf8");
    writeFileSync(config, on.replace('"places":true', '"places":false'));
    const first = await here.cairn(["run", "player", "feature", "--context", "goal=x"]);
    assert.equal(first.exit, 3, first.out + first.err);
    assert.equal(existsSync(join(here.root, "N-001.txt")), true);
    writeFileSync(config, on);
    const [session = ""] = readdirSync(join(here.root, ".workflow/sessions"));
    assert.equal((await here.cairn(["decide", session, "CP-01", "continue"])).exit, 0);
    const last = await here.cairn(["run", session, ...(changes ? ["--with-changes"] : [])]);
    assert.equal(last.exit, 0, last.out + last.err);
    const branch = here.git("for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/").trim();
    if (changes) {
      assert.equal(here.git("show", `${branch}:N-002.txt`), "N-001.txt\n");
      assert.equal(existsSync(join(here.root, "N-002.txt")), false);
    } else {
      assert.match(last.out, /jobs work in the checkout itself: it began there/u);
      assert.equal(branch, "");
      assert.equal(readFileSync(join(here.root, "N-002.txt"), "utf8"), "N-001.txt\n");
    }
  });
