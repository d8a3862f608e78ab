// Tests of odd Outputs in iterative: links and folders in a file's place.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Desk, desk } from "./desk.ts";

const agent = `
const fs = require("node:fs");
const unit = /^# ([A-Z]\\d+):/.exec(fs.readFileSync(0, "utf8"))[1];
const run = ".claude/iterative/add-login/";
fs.mkdirSync(run + "outputs", { recursive: true });
require(process.cwd() + "/puts.cjs")(fs, run + "outputs/final.md");
console.log("\`\`\`cairn-report\\n" + JSON.stringify({ unit, status: "done", did: "wrote it", remaining: "None" }) + "\\n\`\`\`");
`;

const ran = async (
  t: TestContext,
  puts: string,
  mode: "development" | "knowledge",
): Promise<Desk & { readonly log: string }> => {
  const text = `${"word ".repeat(60)}\n`;
  const here = desk(t, {
    "agent.cjs": agent,
    "puts.cjs": `module.exports = (fs, output) => { ${puts} };`,
    "a.txt": text,
  });
  const { root, folder } = here;
  writeFileSync(join(folder, "outside.md"), text);
  const config = {
    agents: { bot: { driver: "command", argv: [process.execPath, "agent.cjs"] } },
    roles: { "*": "bot" },
    iterative: { test_pass: "off", interviewer: "hand", planner: "hand", commits: "off" },
  };
  writeFileSync(join(root, "cairn.config.json"), JSON.stringify(config));
  for (const argv of [
    ["add", "."],
    ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", "commit", "-qm", "begin"],
  ])
    execFileSync("git", argv, { cwd: root });
  const begun = await here.cairn([
    "run",
    "--later",
    "iterative",
    "Add login",
    "--slug",
    "add-login",
    ...(mode === "knowledge" ? ["--domain", "research"] : ["--domain", "feature"]),
    "--done-when",
    "all is said",
  ]);
  assert.equal(begun.exit, 0, begun.err);
  const place =
    mode === "development" ? { files: ["a.txt"], max: 1 } : { output: "outputs/final.md", max: 1 };
  const units = [
    {
      id: mode === "development" ? "T1" : "R1",
      title: "Write",
      criteria: ["it is written"],
      ...place,
    },
  ];
  assert.equal(
    (await here.cairn(["send", "add-login", "ProposePlan", "--data", JSON.stringify({ units })]))
      .exit,
    0,
  );
  assert.equal((await here.cairn(["decide", "add-login", "plan", "approve"])).exit, 0);
  await here.cairn(["run", "add-login"]);
  return { ...here, log: (await here.cairn(["log", "add-login", "--json"])).out };
};

test("a link that leads out, in a file's place, is taken as it is: the pass ends, and the run goes on", async (t) => {
  const { log } = await ran(
    t,
    `fs.rmSync("a.txt"); fs.symlinkSync("../outside.md", "a.txt");`,
    "development",
  );
  assert.match(log, /"type":"PassEnded"/u);
  assert.match(log, /"type":"GateRun"/u);
});

for (const [what, puts] of [
  ["a link that leads out", `fs.symlinkSync(process.cwd() + "/../outside.md", output);`],
  ["a link to another file of the tree", `fs.symlinkSync(process.cwd() + "/a.txt", output);`],
  ["a folder with an empty file", `fs.mkdirSync(output); fs.writeFileSync(output + "/x", "");`],
] as const)
  test(`${what} is no Output`, async (t) => {
    const { log } = await ran(t, puts, "knowledge");
    assert.match(log, /GateRun[^\n]*"outcome\\?":\\?"red/u);
  });
