// A setting of a stigmergy run for lies: a project whose agents are scripted, and whose check reads a document among its stories.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { System } from "../../src/runtime/system.ts";
import { ana, must } from "./setting.ts";

export const stigmergySetting = "project begun";
export type StigmergySetting = typeof stigmergySetting;

/** Work that lies among the stories, and is none of the manifest's. */
export const amongStories = "docs/stories/9.9.story.md";

const agent = `
const fs = require("node:fs");
const brief = fs.readFileSync(0, "utf8");
const role = /You are (\\w+)\\./.exec(brief)[1];
const put = (file, text) => { fs.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true }); fs.writeFileSync(file, text); };
const more = {};
if (role === "mary") put("docs/brief.md", "# Brief\\n\\nSell plants.\\n");
if (role === "john") put("docs/prd.md", "# PRD\\n\\n## Epic 1: Shop\\n\\n### Story 1.1: List\\n");
if (role === "winston") {
  put("docs/architecture.md", "# Architecture\\n");
  put("docs/architecture/coding-standards.md", "# Standards\\n");
  put("docs/architecture/qa-protocol.md", "# QA\\n\\n## Tests\\n\\n- **Command:** \`grep -q two ${amongStories}\`\\n");
}
if (role === "bob") put("docs/stories/1.1.story.md", "# Story 1.1: List\\n\\n## Acceptance Criteria\\n\\n- it is two\\n");
if (role === "james") { put("${amongStories}", "two\\n"); put("src/1.txt", "two\\n"); more.files = ["src/1.txt"]; }
if (role === "sarah") more.verdicts = [{ n: 1, met: true, how: "read it" }];
if (role === "metis") put("docs/audits/epic-1.md", "# Audit\\n");
console.log("\`\`\`cairn-report\\n" + JSON.stringify({ outcome: "done", summary: role, ...more }) + "\\n\`\`\`");
`;

export const beginProject = async (system: System, root: string): Promise<string> => {
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put("agent.cjs", agent);
  put(
    "cairn.config.json",
    JSON.stringify({
      agents: { bot: { driver: "command", argv: [process.execPath, "agent.cjs"] } },
      roles: { "*": "bot" },
    }),
  );
  for (const words of [
    ["add", "."],
    ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", "commit", "-qm", "begin"],
  ])
    execFileSync("git", words, { cwd: root });
  return must(await system.start("stigmergy", { goal: "Sell plants", name: "Shop" }, ana)).run;
};
