// Story of two chats of people over MCP, each with a place of its own, with the real programs.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Part } from "../fixtures/model-server/script.ts";
import { passing } from "../fixtures/ultrawork-verdict.ts";
import { claudeCode } from "./programs/claude-code.ts";
import { codex } from "./programs/codex.ts";
import { scene } from "./scene.ts";
import { scriptFor } from "./story.ts";

const task = (id: string) => ({
  id,
  subject: `Write ${id}.txt`,
  success_criteria: [
    { criteria: `${id}.txt is there`, type: "test_result", command: `grep -q ${id} ${id}.txt` },
  ],
});
const plan = {
  tasks: [task("1"), task("2")],
  verify: {
    success_criteria: [
      { criteria: "both are there", type: "test_result", command: "cat 1.txt 2.txt" },
    ],
  },
};

/** Asked for a task, it takes it, works in the folder that the brief names, and reports. */
const chat = (id: string): Part => ({
  marker: `Take task ${id}`,
  steps: (_text, [claimed = ""]) => {
    const token = /^token: (\S+)$/mu.exec(claimed)?.[1] ?? "none";
    const place = /^Work in (\/.+?): a checkout/mu.exec(claimed)?.[1] ?? "nowhere";
    const report = { status: "done", summary: "It is there.", evidence: [] };
    return [
      { mcp: { tool: "claim", input: { job: id, as: `chat-${id}` } } },
      { write: { path: join(place, `${id}.txt`), text: `${id}\n` } },
      { shell: `cd ${place} && cat ${id}.txt` },
      { mcp: { tool: "report", input: { report, token } } },
      { text: "Done." },
    ];
  },
});
const judge: Part = {
  marker: /^# Judge$/mu,
  steps: [{ text: `\`\`\`cairn-report\n${JSON.stringify(passing(["1", "2"]))}\n\`\`\`\n` }],
};

export const twoChats = async (
  t: TestContext,
  codexPath: string,
  claudePath: string,
): Promise<void> => {
  const script = [chat("1"), chat("2"), judge, ...scriptFor([])];
  const here = await scene(t, {
    program: codex,
    path: codexPath,
    script,
    home: (url) => claudeCode.home(url),
  });
  writeFileSync(join(here.root, "plan.json"), JSON.stringify(plan));
  const waits = await here.cairn(
    "run",
    "ultrawork",
    "Two files",
    "--auto",
    "--session",
    "s",
    "--plan",
    "plan.json",
    "--hand",
  );
  assert.equal(waits.exit, 3, waits.out + waits.err);
  const env = { ...codex.env(here.server.url), ...claudeCode.env(here.server.url) };
  // Else its model has to look for the tools first.
  const server = { command: "cairn", args: ["mcp"], alwaysLoad: true };
  const said = await Promise.all([
    here.typed(
      env,
      codexPath,
      "exec",
      "--skip-git-repo-check",
      "-s",
      "workspace-write",
      "--add-dir",
      here.places,
      "-c",
      'approval_policy="never"',
      "-c",
      'mcp_servers.cairn={command="cairn",args=["mcp"],env_vars=["CAIRN_PLACES"],default_tools_approval_mode="approve",required=true}',
      "Take task 1",
    ),
    here.typed(
      env,
      claudePath,
      "-p",
      "Take task 2",
      "--mcp-config",
      JSON.stringify({ mcpServers: { cairn: server } }),
      "--add-dir",
      here.places,
      "--permission-mode",
      "acceptEdits",
      "--allowedTools",
      "mcp__cairn,Bash",
    ),
  ]);
  for (const { exit, out, err } of said) assert.equal(exit, 0, out + err);
  const done = await here.cairn("run", "s");
  assert.equal(
    done.exit,
    0,
    done.out + done.err + said.map(({ out, err }) => out + err).join("\n"),
  );
  for (const id of ["1", "2"]) assert.equal(here.landed(`${id}.txt`), `${id}\n`);
  const holders = (await here.events()).flatMap(({ type, data }) =>
    type === "JobBegun" && data["stage"] === "work" ? [String(data["worker"])] : [],
  );
  assert.equal(holders.length, 2, JSON.stringify(holders));
  assert.deepEqual(await here.left(), []);
};
