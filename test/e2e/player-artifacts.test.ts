// Copies of what nodes made, beside the run's own files: whole where they can be read, without secrets, and named by their place where not.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { skill, templateOf } from "../fixtures/player.ts";
import { at, desk, hostsWithin } from "./desk.ts";
import { configured } from "./ground.ts";

hostsWithin();

/** Each node writes another kind of file, and reports it as its output. */
const agent = `
const fs = require("node:fs");
const text = fs.readFileSync(0, "utf8");
const [, node, attempt] = /"node": "([^"]+)", "attempt": (\\d+)/.exec(text);
const key = "ghp_" + "a1B2".repeat(9);
const made = {
  "N-001": ["plan.md", "# Plan\\n"],
  "N-002": ["large.md", key + "x".repeat(40000)],
  "N-003": ["picture.png", Buffer.from([137, 80, 78, 71, 0, 255])],
  "N-004": ["../../outside.md", null],
}[node];
if (made[1] !== null) fs.writeFileSync(made[0], made[1]);
const report = { node, attempt: Number(attempt), status: "completed", output_path: made[0] };
console.log("It is done.\\n\`\`\`cairn-report\\n" + JSON.stringify(report) + "\\n\`\`\`");
`;

test("a node's output file is a copy of the text that it reported, or says where that lies", async (t) => {
  const { root, cairn, ends } = desk(t, { "agent.cjs": agent });
  mkdirSync(join(root, ".workflow/templates"), { recursive: true });
  const nodes = [
    skill("N-001"),
    skill("N-002"),
    skill("N-003"),
    skill("N-004", { args_template: "{N-001.output}" }),
  ];
  writeFileSync(join(root, ".workflow/templates/made.json"), templateOf("made", nodes));
  const agents = { a: { driver: "command", argv: [process.execPath, "agent.cjs"] } };
  configured({ root }, { agents, roles: { "*": "a" } });
  await ends(0, "run player made --context goal=x");
  const [session = ""] = readdirSync(join(root, ".workflow/sessions"));
  const folder = join(root, ".workflow/sessions", session);
  const output = (node: string): string =>
    readFileSync(join(folder, `artifacts/${node}-output.md`), "utf8");
  const state = (): unknown => JSON.parse(readFileSync(join(folder, "session-state.json"), "utf8"));
  assert.equal(output("N-001"), "# Plan\n");
  assert.equal(at(state(), "node_states", "N-001", "output_path"), "plan.md");
  for (const [node, path] of [
    ["N-002", "large.md"],
    ["N-003", "picture.png"],
    ["N-004", "../../outside.md"],
  ] as const)
    assert.equal(output(node), `It is done.\n\nWhat it made lies in:\n\n- ${path}\n`);
  const log = await cairn(["log", session, "--json"]);
  assert.doesNotMatch(log.out, /ghp_a1B2/u);
  writeFileSync(join(root, "plan.md"), "changed since\n");
  await ends(0, "verify");
  assert.match(output("N-001"), /^# Plan/u, "as it was at the node's end");
});
