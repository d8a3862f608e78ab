// Runs of the version before places: their exported ledgers fold as ever, and who goes on with one works in places.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { checkpoint, skill, templateOf } from "../fixtures/player.ts";
import { type Desk, desk } from "./desk.ts";

const ledgers = join(import.meta.dirname, "../fixtures/ledgers");
const player = "hwz1egqsz2z0";
const agent = `
const [, node, attempt] = /"node": "([^"]+)", "attempt": (\\d+)/.exec(require("node:fs").readFileSync(0, "utf8"));
require("node:fs").writeFileSync(node + ".txt", "made\\n");
console.log("\`\`\`cairn-report\\n" + JSON.stringify({ node, attempt: Number(attempt), status: "completed" }) + "\\n\`\`\`");
`;

/** The repository in which it was: N-001 has worked in the checkout, and the checkpoint asks. */
const shop = async (
  t: TestContext,
  committed: boolean,
): Promise<Desk & { readonly git: (...words: readonly string[]) => string }> => {
  const here = desk(t, {
    "README.md": "a shop\n",
    ".gitignore": ".cairn/\n.workflow/sessions/\ncairn.config.json\n",
  });
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", ...words], {
      cwd: here.root,
      encoding: "utf8",
    });
  writeFileSync(join(here.folder, "agent.cjs"), agent);
  const agents = {
    a: { driver: "command", argv: [process.execPath, join(here.folder, "agent.cjs")] },
  };
  writeFileSync(
    join(here.root, "cairn.config.json"),
    JSON.stringify({ agents, roles: { skill: "a" } }),
  );
  mkdirSync(join(here.root, ".workflow/templates"), { recursive: true });
  const nodes = [skill("N-001"), checkpoint("CP-01", false), skill("N-002")];
  writeFileSync(
    join(here.root, ".workflow/templates/feature-review.json"),
    templateOf("feature", nodes),
  );
  if (committed) writeFileSync(join(here.root, "N-001.txt"), "made\n");
  git("add", "--all");
  git("commit", "--quiet", "-m", "a shop");
  writeFileSync(join(here.root, "N-001.txt"), "made\n");
  const restored = await here.cairn(["restore", join(ledgers, "player-before-places.jsonl")]);
  assert.equal(restored.exit, 0, restored.err);
  assert.equal((await here.cairn(["decide", player, "CP-01", "continue"])).exit, 0);
  return { ...here, git };
};

test("a live run goes on in places, from HEAD, where all that its jobs left is committed", async (t) => {
  const here = await shop(t, true);
  const ran = await here.cairn(["run", player]);
  assert.equal(ran.exit, 0, ran.out + ran.err);
  assert.match(ran.out, /work lands on cairn\//u);
  const [branch = ""] = here
    .git("for-each-ref", "--format=%(refname:short)", "refs/heads/cairn/")
    .split("\n");
  assert.equal(here.git("diff", "--name-only", "HEAD", branch).trim(), "N-002.txt");
  assert.equal(existsSync(join(here.root, "N-002.txt")), false);
  assert.equal((await here.cairn(["verify", player])).exit, 0);
});

test("where something isn't committed it goes on in the checkout, and says how it would come into places", async (t) => {
  const here = await shop(t, false);
  const ran = await here.cairn(["run", player]);
  assert.equal(ran.exit, 0, ran.out + ran.err);
  assert.match(
    ran.out,
    /jobs work in the checkout itself: it began there.*`cairn run --with-changes`/u,
  );
  assert.equal(existsSync(join(here.root, "N-002.txt")), true);
});
