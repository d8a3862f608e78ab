// Player's work under kills: a group, gates, a failed attempt, a rollback; nothing is played twice.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { childEnv } from "../fixtures/shop/child.ts";
import { checkpoint, cli, skill, templateOf } from "../fixtures/player.ts";
import { firstCommit } from "../fixtures/first-commit.ts";
import { unfenced } from "../fixtures/unfenced.ts";
import { envOf, type Ground } from "./ground.ts";
import type { Entry } from "./told.ts";
import { doubles, textOf, unended, type Work } from "./work.ts";

const nodes = ["N-001", "N-002a", "N-002b", "N-002c", "N-003", "N-004"];
/** Fails in its first attempt, with a file left behind, unless that attempt is lost. */
const poor = "N-003";
const template = templateOf("long", [
  skill("N-001", { args_template: "{goal}" }),
  checkpoint("CP-01", true),
  [
    cli("N-002a", { args_template: "look at {N-001.output_path}" }),
    cli("N-002b", {
      cli_tool: "qwen",
      cli_mode: "write",
      args_template: "after {N-001.session_id}",
    }),
    skill("N-002c", { args_template: "{N-001.output}" }),
  ],
  checkpoint("CP-02", false),
  skill(poor, {
    on_fail: "retry",
    args_template: "{N-002a.output} {N-002b.output} {N-002c.output_path}",
  }),
  checkpoint("CP-03", false),
  cli("N-004", { args_template: "{N-003.output}" }),
]);

/** Says that it was launched, takes a while, writes a file of the tree and, as N-002c, its own output; what it says depends on its node alone. */
const tool = (
  launches: string,
): string => `import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
const [, node, attempt] = process.env.CAIRN_JOB.split(":");
appendFileSync(${JSON.stringify(launches)}, JSON.stringify({ job: process.env.CAIRN_JOB, mark: process.env.CAIRN_MARK }) + "\\n");
let brief = "";
for await (const chunk of process.stdin) brief += chunk;
await new Promise((resolve) => setTimeout(resolve, 100 + (Number(attempt) * 7919 + node.charCodeAt(4) * 104729) % 400));
const fails = node === ${JSON.stringify(poor)} && attempt === "1";
mkdirSync("src", { recursive: true });
writeFileSync(\`src/\${node}.txt\`, \`\${node} was here\\n\`);
if (node === "N-002c" || fails) {
  const [output] = brief.match(new RegExp("[^\\\\s\`]+/" + node + "-output[.]md"));
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, fails ? "half of it\\n".repeat(5000) : "the whole of it\\n");
}
console.log(\`\${node} is \${fails ? "not " : ""}done.\`);
const report = { node, attempt: Number(attempt), status: fails ? "failed" : "completed", session_id: \`WFS-\${node.toLowerCase()}\` };
if (process.env.CAIRN_JOB.startsWith("node:") && brief.includes("cairn-report")) console.log("\`\`\`cairn-report\\n" + JSON.stringify(report) + "\\n\`\`\`");
`;

const layOut = async (program: string, under: string): Promise<Ground> => {
  const folder = realpathSync(mkdtempSync(join(under, "cairn-player-")));
  const root = join(folder, "shop");
  const launches = join(folder, "launches.jsonl");
  const script = join(folder, "tool.mjs");
  const argv = [process.execPath, script];
  const agents = {
    skilled: { driver: "command", argv, done: "report" },
    tool: { driver: "command", argv, done: "exit" },
  };
  const files = {
    "README.md": "A shop.\n",
    "cairn.config.json": `${JSON.stringify({ agents, roles: { cli: "tool", "*": "skilled" } })}\n`,
    ".workflow/templates/long.json": template,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeFileSync(script, tool(launches));
  writeFileSync(launches, "");
  execFileSync("git", ["init", "--quiet", root]);
  firstCommit(root);
  unfenced(folder);
  const stage = {
    folder,
    root,
    home: join(root, ".workflow/sessions"),
    env: childEnv(process.env),
  };
  return Promise.resolve({ ...stage, env: envOf(stage), program, launches });
};

const attemptOf = (entry: Entry): string =>
  `node:${textOf(entry, "node")}:${textOf(entry, "attempt")}`;

/** What is undone by the way back may be done again, and nothing else. */
const redone = (ledger: readonly Entry[]): readonly string[] => {
  const done = new Set<string>();
  const findings: string[] = [];
  for (const entry of ledger) {
    const node = textOf(entry, "node");
    if (entry.type === "RunRolledBack") for (const id of nodes) if (id !== "N-001") done.delete(id);
    if (entry.type === "NodeStarted" && done.has(node))
      findings.push(`${node} began again (${entry.version}) after it was done`);
    if (entry.type === "NodeFinished") done.add(node);
  }
  return [
    ...findings,
    ...nodes.filter((node) => !done.has(node)).map((node) => `${node} was never done`),
  ];
};

/** A failed attempt is the one that was meant to fail; a doubt comes of a host that was killed. */
export const playerFindings = (ledger: readonly Entry[], lost: number): readonly string[] => {
  const isMeant = (entry: Entry): boolean =>
    entry.type === "NodeDoubted"
      ? lost > 0
      : entry.type === "NodeFailed"
        ? attemptOf(entry) === `node:${poor}:1`
        : true;
  const of = (type: string): readonly Entry[] => ledger.filter((entry) => entry.type === type);
  const passed = of("CheckpointPassed").map((entry) => textOf(entry, "checkpoint"));
  return [
    ...unended(ledger),
    ...redone(ledger),
    ...doubles(of("NodeStarted").map(attemptOf)).map((job) => `${job} was begun twice`),
    ...ledger
      .filter((entry) => !isMeant(entry))
      .map((entry) => `${entry.type} (${entry.version}) of ${attemptOf(entry)}`),
    ...ledger
      .filter(({ type }) => type === "EditRefused")
      .map((entry) => `${textOf(entry, "path")} was refused as an edit`),
    ...(of("RunRolledBack").length === 1
      ? []
      : [`it went back ${of("RunRolledBack").length} times`]),
    ...(passed.join(" ") === "CP-01 CP-01 CP-02 CP-03"
      ? []
      : [`these were passed: ${passed.join(" ")}`]),
  ];
};

export const playerWork: Work = {
  name: "player",
  layOut,
  begin: () => ["run", "player", "long", "--goal", "Build the shop"],
  answer: (run, key) => {
    const [, about = ""] = key.split(":");
    if (key === "ask-CP-02-1")
      return ["resume", run, "--to", "CP-01", "--reason", "once more", "--yes"];
    return ["decide", run, key, about.startsWith("CP-") ? "continue" : "retry"];
  },
  phase: "COMPLETED",
  unproved: 3,
  begun: (ledger) => ledger.filter(({ type }) => type === "NodeStarted").map(attemptOf),
  judge: playerFindings,
  isAgents: () => false,
  isOutput: (path) => /^artifacts\/[\w-]+-output\.md$/u.test(path),
};
