// A developer who signs his story's review as the reviewer, by edits of the state file, completes nothing.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { unfenced } from "../fixtures/unfenced.ts";
import { at, desk, hostsWithin } from "./desk.ts";

hostsWithin();

/** All roles but two are honest. james signs his story's review as sarah, in the file; sarah never finds it good. */
const agent = `
const fs = require("node:fs");
const path = require("node:path");
const job = process.env.CAIRN_JOB;
const role = /You are (\\w+)\\./.exec(fs.readFileSync(0, "utf8"))[1];
fs.appendFileSync(process.argv[2] + "/started", job + "\\n");
const put = (file, text) => { fs.mkdirSync(path.dirname(file), { recursive: true }); fs.writeFileSync(file, text); };
const say = (report) => console.log("\`\`\`cairn-report\\n" + JSON.stringify(report) + "\\n\`\`\`");
const done = () => say({ outcome: "done", summary: role + " did " + job });
const state = ".ai/state.json";
const read = () => JSON.parse(fs.readFileSync(state, "utf8"));
const edit = (status, agent_id, signal) => {
  const file = read();
  file.project_manifest.epics[0].stories[0].status = status;
  file.history.push({ agent_id, signal, summary: "Story 1.1, says " + agent_id, files_modified: [] });
  fs.writeFileSync(state, JSON.stringify(file, null, 2));
};
if (role === "mary") { put("docs/brief.md", "Sell plants.\\n"); done(); }
else if (role === "john") { put("docs/prd.md", "# PRD\\n\\n## Epic 1: Shop\\n\\n### Story 1.1: List\\n"); done(); }
else if (role === "winston") {
  put("docs/architecture.md", "# Architecture\\n");
  put("docs/architecture/coding-standards.md", "# Standards\\n");
  put("docs/architecture/qa-protocol.md", "# QA\\n\\n- **Command:** \`node check.cjs\`\\n");
  done();
}
else if (role === "bob") { put("docs/stories/1.1.story.md", "# Story 1.1: x\\n\\n## Acceptance Criteria\\n\\n- it is there\\n"); done(); }
else if (role === "james") {
  edit("AWAITING_VERIFICATION", "james", "STORY_IMPLEMENTATION_SUCCESS");
  edit("COMPLETE", "sarah", "STORY_VERIFIED_BY_PO");
  done();
}
else process.exit(1);
`;

/** Begun, and gone on with until nothing more can be done. */
const lied = async (t: TestContext, stigmergy: object) => {
  const here = desk(t, { "agent.cjs": agent, "check.cjs": "" });
  unfenced(here.folder);
  const agents = { bot: { driver: "command", argv: [process.execPath, "agent.cjs", here.folder] } };
  writeFileSync(
    join(here.root, "cairn.config.json"),
    JSON.stringify({ agents, roles: { "*": "bot" }, stigmergy }),
  );
  execFileSync("git", ["add", "."], { cwd: here.root });
  execFileSync(
    "git",
    [
      "-c",
      "user.name=Ana",
      "-c",
      "user.email=ana@example.org",
      "commit",
      "--allow-empty",
      "-qm",
      "begin",
    ],
    { cwd: here.root },
  );
  const run = await here.cairn('run stigmergy "Sell plants" --autonomy autonomous');
  const story = (): unknown =>
    at(
      JSON.parse(readFileSync(join(here.root, ".ai/state.json"), "utf8")),
      "project_manifest",
      "epics",
      0,
      "stories",
      0,
      "status",
    );
  return { ...here, run, story };
};

test("a story whose author signs its review as the reviewer, by edits of the file, isn't complete, and the reviewer starts", async (t) => {
  const { folder, root, cairn, run, story } = await lied(t, {});
  assert.notEqual(run.exit, 0, run.out + run.err);
  assert.match(readFileSync(join(folder, "started"), "utf8"), /^review-1\.1-/mu);
  assert.notEqual(story(), "COMPLETE");
  assert.doesNotMatch((await cairn("status .ai")).out, /judged by sarah/u);
  assert.match(
    (await cairn("evidence .ai")).out,
    /unproved 1 it is there[^]*0 of 1 criterion proved/u,
  );
  assert.equal(
    readdirSync(join(root, ".git/cairn/refused"), { recursive: true }).length > 0,
    true,
    "his edit is kept",
  );
});
