// Tests of the player for a person who returns: waiting runs, questions, nested runs.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { checkpoint, skill, templateOf } from "../fixtures/player.ts";
import { asTyped, at, type Desk, desk, hostsWithin } from "./desk.ts";

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
  writeFileSync(
    join(made.root, "cairn.config.json"),
    JSON.stringify({ agents, roles: { "*": "a" } }),
  );
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

test("the list of runs says which wait for an answer", async (t) => {
  const here = shop(t);
  await here.ends(3, "run player inner --context goal=x");
  await here.ends(0, "run --later player inner --context goal=y");
  const lines = (await here.cairn("status")).out.trimEnd().split("\n");
  const [waits, starts] = [
    lines.filter((line) => line.includes("waits for you")),
    lines.filter((line) => !line.includes("waits for you")),
  ];
  assert.deepEqual([waits.length, starts.length], [1, 1], lines.join("\n"));
  assert.match(
    waits[0] ?? "",
    /^waits for you +x +\w{12} · 1\/2 · ask-CP-01-1 · inner WFR-inner-\d{8}-\d{6} /u,
  );
});

test("what failed without a word is asked without quoting nothing, and who recorded an end proves nothing", async (t) => {
  const here = shop(t);
  await here.cairn("run player inner --context goal=x");
  await here.cairn("decide CP-01 continue");
  await here.ends(3, "run");
  const asked = await here.cairn("decide N-001");
  assert.match(asked.out, /How it failed:\n\n```quoted\nthe diff is empty\n```/u);
  assert.doesNotMatch(asked.out, /N-001 said/u);
  const one = await here.cairn(
    asTyped`evidence ${(await here.cairn("status --json")).out.match(/"run":"(\w+)"/u)?.[1] ?? ""} A-001`,
  );
  assert.match(one.out, /unproved 1 A-001 ended well\n +recorded by engine, exit 0/u);
  assert.doesNotMatch(one.out, /reported done/u);
});

test("a rollback that says too little is refused in the words of its flags before anybody is asked", async (t) => {
  const here = shop(t);
  await here.cairn("run player inner --context goal=x");
  const lacks = await here.ends(2, "resume --to CP-01");
  assert.match(lacks.err, /^FIELD_INVALID: --reason is missing/u);
  const asked = await here.cairn("resume --to CP-01 --reason r", {
    answers: ["n"],
  });
  assert.match(
    asked.err + asked.out,
    /Put the record of \w+ \(player, RUNNING\) back to CP-01\? \[y\/N\]/u,
  );
  const again = await here.cairn("run --later player --again abc --context goal=x");
  assert.match(again.err, /^TEMPLATE_UNKNOWN: no run's folder "abc" holds a template[^]*WFR-…/u);
});
