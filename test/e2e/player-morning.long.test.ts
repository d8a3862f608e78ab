// Tests of the player for a person who returns: waiting runs, questions, nested runs.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { checkpoint, skill, templateOf } from "../fixtures/player.ts";
import { at, type Desk, desk, hostsWithin } from "./desk.ts";
import { configured } from "./ground.ts";

hostsWithin();

/** Fails at N-001, with nothing said; reports everything else as completed, without a word beside the report. */
const agent = `
const text = require("node:fs").readFileSync(0, "utf8");
const [, node, attempt] = /"node": "([^"]+)", "attempt": (\\d+)/.exec(text);
const status = node === "N-001" ? "failed" : "completed";
console.log("\`\`\`cairn-report\\n" + JSON.stringify({ node, attempt: Number(attempt), status, error: "the diff is empty" }) + "\\n\`\`\`");
`;

const shop = (t: TestContext): Desk => {
  const made = desk(t, { "agent.cjs": agent });
  const folder = join(made.root, ".workflow/templates");
  mkdirSync(folder, { recursive: true });
  const gate = { ...checkpoint("CP-01", false), name: "Is it good?", description: "Is it good?" };
  writeFileSync(
    join(folder, "inner.json"),
    templateOf("inner", [skill("A-001"), gate, skill("N-001")]),
  );
  const outer = skill("N-002", {
    type: "command",
    executor: "cairn:player",
    args_template: "inner --context goal={goal}",
  });
  writeFileSync(join(folder, "outer.json"), templateOf("outer", [outer]));
  const agents = { a: { driver: "command", argv: [process.execPath, "agent.cjs"] } };
  configured(made, { agents, roles: { "*": "a" } });
  return made;
};

test("a run within a run makes no name necessary, and what it asks is shown and found where the outer one is meant", async (t) => {
  const here = shop(t);
  await here.ends(3, "run player outer --context goal=x");
  const asked = await here.ends(0, "decide --json");
  assert.equal(at(asked.json(), "decisions", 0, "question"), "CP-01: Is it good?");
  assert.match(
    (await here.cairn("decide CP-01 continue")).err,
    /runs within it ask: `cairn decide \S+ ask-CP-01-1`/u,
  );
  assert.match((await here.cairn("status")).out, /waits for you {2}ask-CP-01-1/u);
});
