// A loop that another program began, edited by hand and played to its end by an agent that is a command.
import assert from "node:assert/strict";
import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withPassed } from "../../src/protocols/ralph/prd.ts";
import { desk, hostsWithin, type Line } from "./desk.ts";
import { configured, git } from "./ground.ts";

hostsWithin();

const sample = join(import.meta.dirname, "../fixtures/formats/ralph/published");
const agent = `#!${process.execPath}
import { readFileSync, writeFileSync } from "node:fs";
const brief = readFileSync(0, "utf8");
const unit = /^UNIT: (.+)$/mu.exec(brief)?.[1];
const said = () => {
  const count = brief.match(/"criterion": ?\\d+/gu).length;
  const judgements = Array.from({ length: count }, (_, n) => ({ criterion: n + 1, met: true, note: "seen" }));
  return { judgements };
};
const did = () => {
  writeFileSync(unit + ".txt", unit);
  return { status: "done", summary: "wrote " + unit, learnings: ["learnt at " + unit], patterns: ["texts lie at the top"] };
};
const report = process.argv[2] === "worker" ? did() : said();
console.log("\`\`\`cairn-report\\n" + JSON.stringify(report) + "\\n\`\`\`");
`;

test("an edit of an adopted loop that claims a pass is refused; it runs to its end, its PRD is spliced and its log goes on", async (t) => {
  const { root, folder, cairn, ends } = desk(t);
  const ok = (line: Line) => ends(0, line);
  cpSync(sample, root, { recursive: true });
  const program = join(folder, "agent.mjs");
  writeFileSync(program, agent);
  chmodSync(program, 0o755);
  const config = {
    agents: { mine: { driver: "command", argv: [program, "{role}"] } },
    roles: { "*": "mine" },
  };
  configured({ root }, config);
  git({ root }, "add", ".");
  git({ root }, "commit", "-qm", "b");
  const prd = join(root, "scripts/ralph/prd.json");
  const log = join(root, "scripts/ralph/progress.txt");
  const text = (path: string): string => readFileSync(path, "utf8");
  const [before, told] = [text(prd), text(log)];

  await ok("adopt scripts/ralph/prd.json");
  assert.equal(text(prd), before, "adoption changes no byte");
  writeFileSync(prd, withPassed(before, "US-003", true).replace("two metres", "three metres"));
  await cairn("status");
  assert.equal(text(prd), before, "a pass that is claimed is not taken");
  assert.match(text(join(root, "scripts/ralph/refused.md")), /FIELD_DERIVED/u);
  await ok("run");
  assert.equal(text(prd), withPassed(withPassed(before, "US-002", true), "US-003", true));
  assert.match(text(log), / - US-002\n- wrote US-002\n- Result: passed [^]* - US-003\n/u);
  assert.match(text(log), /clock\(\)\.\n- texts lie at the top\n\n## 2026-03-02 09:20/u);
  assert.ok(text(log).includes(told.slice(told.indexOf("## 2026"))), "old entries stand");
  assert.match((await ok("status")).out, /to merge/u);
  assert.match((await ok("evidence")).out, /US-002/u);
  await ok("check scripts/ralph");

  const whole = text(prd);
  const added = whole.replace(
    /(\n\s*)\{([^{}]*"US-003"[^{}]*)\}/u,
    (story, gap: string, in_: string) =>
      `${story},${gap}{${in_.replace('"US-003"', '"US-900"').replace('"passes": true', '"passes": false')}}`,
  );
  assert.notEqual(added, whole);
  writeFileSync(prd, added);
  assert.match((await ok("run")).out, /US-900/u, "a story that is added brings the run back");
  assert.equal(text(prd), withPassed(added, "US-900", true));
  assert.match((await ok("status ralph")).out, /3 landed/u);
  await ok("verify");

  await ok("send ralph ReopenUnit --unit US-003 --reason r");
  assert.equal(text(prd), withPassed(withPassed(added, "US-900", true), "US-003", false));
});
