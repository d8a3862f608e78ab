// A stand-in for Claude Code that plays the recorded stream of a real turn, and does on disk what that turn tells of.
import { recordedOf } from "../fixtures/recorded.ts";

const plan = {
  tasks: [
    {
      id: "1",
      subject: "Greet visitors in `hello.txt`",
      success_criteria: [{ criteria: "`hello.txt` greets Ana", command: "grep -q Ana hello.txt" }],
    },
  ],
  verify: {
    success_criteria: [
      { criteria: "The greeting is there", type: "test_result", command: "test -s hello.txt" },
    ],
  },
};
/** A person's remark on the diff: the next turn heeds it. */
export const remark = "Greet by name: Ana";

/** The recorded turn reads README.md, lists the folder, writes hello.txt, reports, and ends; `{folder}` is the ground's own. */
export const recordedAgent = (): string => `#!${process.execPath}
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
const plan = ${JSON.stringify(plan)};
const lines = ${JSON.stringify(recordedOf("claude-code")("whole.jsonl").trim().split("\n"))};
if (process.argv.includes("--version")) { console.log("2.1.330 (Claude Code)"); process.exit(0); }
const brief = readFileSync(0, "utf8");
const job = process.env.CAIRN_JOB ?? "";
const [kind, unit] = job.split("-");
const put = (path, text) => { mkdirSync(dirname(path), { recursive: true }); writeFileSync(path, text); };
const gate = async (name) => { while (!existsSync("{folder}/gates/" + name)) await new Promise((resolve) => setTimeout(resolve, 50)); };
const session = process.env.ULTRAWORK_SESSION ?? /^ULTRAWORK_SESSION: (.*)$/m.exec(brief)?.[1] ?? "";
const again = brief.includes(${JSON.stringify(remark)});
const greeting = again ? "hello, Ana\\n" : "hello\\n";
const report = () => {
  if (kind === "exp") { put(session + "/exploration/exp-" + unit + ".md", "# Overview\\n\\nA shop with *one* module.\\n"); return { summary: "One module.", key_files: ["src/cart.js"], patterns: [], constraints: [] }; }
  if (kind === "plan") { put(session + "/design.md", "# Design\\n\\nTwo files.\\n"); return { status: "plan", plan }; }
  if (kind === "judge") return { verdict: "PASS", judgements: [...plan.tasks.map(({ id }) => ({ task: id, criterion: 1, judgement: "met", note: "read it" })), { task: "verify", criterion: 1, judgement: "met", note: "ran it" }], issues: [], notes: "" };
  return { status: "done", summary: "Visitors are greeted.", evidence: [] };
};
const said = "It is done.\\n\\n\`\`\`cairn-report\\n" + JSON.stringify(report()) + "\\n\`\`\`\\n";
for (const line of lines) {
  const event = JSON.parse(line);
  for (const part of event.message?.content ?? []) {
    if (part.type === "text") part.text = said;
    if (kind !== "task" || part.name !== "Write") continue;
    part.input = { file_path: process.cwd() + "/hello.txt", content: greeting };
    put("hello.txt", greeting);
  }
  if (event.type === "result") event.result = said;
  console.log(JSON.stringify(event));
  if (kind === "task" && event.message?.content?.some?.(({ name }) => name === "Write")) await gate(again ? "second-turn" : "first-turn");
}
`;
