// A node that failed and that a person mended by hand runs its check again; what no check shows is a person's word.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { skill, templateOf } from "../fixtures/player.ts";
import { type Shop, shopOf, workLines } from "./check-again-shop.ts";

const check = `
const fs = require("node:fs");
fs.readFileSync(0, "utf8");
if (!fs.existsSync("1.txt") || !fs.readFileSync("1.txt", "utf8").startsWith("good")) { console.error("it is not good"); process.exit(1); }
`;
const fails = `process.stdin.resume().on("end", () => process.exit(3));`;

const shop = (
  t: TestContext,
  nodes: string,
  more: Readonly<Record<string, unknown>> = {},
): Shop => {
  const here = shopOf(t, {});
  const programs = { check, fails };
  const agents = Object.fromEntries(
    Object.entries(programs).map(([name, text]) => {
      const file = join(here.folder, `${name}.cjs`);
      writeFileSync(file, text);
      return [
        name,
        {
          driver: "command",
          argv: [process.execPath, file],
          ...(name === "check" ? { done: "exit" } : {}),
        },
      ];
    }),
  );
  const path = join(here.root, ".workflow/templates/feature-review.json");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, nodes);
  here.mend(
    "cairn.config.json",
    JSON.stringify({ agents, roles: { command: "check", skill: "fails" }, ...more }),
  );
  here.git("add", "--all");
  here.git("commit", "--quiet", "-m", "a template");
  return here;
};

test("player: a check that failed runs again on what was mended", async (t) => {
  const here = shop(
    t,
    templateOf("feature", [skill("N-002", { type: "command", executor: "check" })]),
  );
  const stuck = await here.go("run", "player", "feature", "--context", "goal=x");
  assert.equal(stuck.exit, 3, stuck.out + stuck.err);
  here.mend("1.txt", "bad\n");
  const red = await here.go("job", "check", "N-002");
  assert.equal(red.exit, 5, red.out + red.err);
  assert.match(red.out, /^N-002 is still red: by check, attempt 2, exit 1 it is not good\n$/u);
  assert.doesNotMatch(
    (await here.go("status")).out,
    /to land/u,
    "what its check didn't pass is no work",
  );
  here.mend("1.txt", "good\n");
  const green = await here.go("job", "check", "N-002");
  assert.equal(green.exit, 0, green.out + green.err);
  assert.match(green.out, /^N-002 is done: 1 check passed on what is there now\n/u);
  assert.match(green.out, workLines("N-002", "1.txt"));
  assert.equal(
    here.git(
      "show",
      `${here.git("for-each-ref", "--format=%(refname)", "refs/heads/cairn/")}:1.txt`,
    ),
    "good",
  );
});

test("player: a node that nothing checks is tried by the repository's checks", async (t) => {
  const whole = { name: "whole", argv: ["sh", "-c", "! grep -q bad *.txt"] };
  const here = shop(t, templateOf("feature", [skill("N-001")]), { checks: [whole] });
  assert.equal((await here.go("run", "player", "feature", "--context", "goal=x")).exit, 3);
  here.mend("1.txt", "bad\n");
  const red = await here.go("job", "check", "N-001");
  assert.equal(red.exit, 5, red.out + red.err);
  assert.match(
    red.out,
    /^N-001 is still red, and all is as it was: whole: `sh -c "! grep -q bad \*\.txt"`: exit 1\n$/u,
  );
  here.mend("1.txt", "good\n");
  const green = await here.go("job", "check", "N-001");
  assert.equal(green.exit, 0, green.out + green.err);
  assert.match(
    green.out,
    /^N-001 is done: 1 check passed on what is there now, 0 of 1 criterion proved\n/u,
  );
  assert.match(green.out, workLines("N-001", "1.txt"));
});
