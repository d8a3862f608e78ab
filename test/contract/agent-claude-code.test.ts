// Why: the driver of Claude Code keeps the drivers' contract with a stand-in that speaks the program's words; with the program itself test/agents does.
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { claudeCodeDriver } from "../../src/agents/claude-code.ts";
import { agentContract } from "./agent.ts";

/** Takes its brief from standard input and tells its message as the result after some events, as the program does. */
const standIn = (does: string, message: string, exit: number): string => `#!${process.execPath}
const { readFileSync, writeFileSync } = require("node:fs");
const say = (event) => console.log(JSON.stringify({ ...event, session_id: "6f0e2d3c-1111-4222-8333-444455556666" }));
const says = (part) => say({ type: "assistant", message: { role: "assistant", model: "m", content: [part] }, parent_tool_use_id: null });
if (process.argv[2] === "-p") {
  const brief = readFileSync(0);
  ${does}
  say({ type: "system", subtype: "init" });
  says({ type: "text", text: "I look first." });
  says({ type: "tool_use", id: "call_1", name: "Bash", input: { command: "cat brief" } });
  say({ type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: brief.toString().slice(0, 100) }] } });
  says({ type: "text", text: ${JSON.stringify(message)} });
  say({ type: "result", subtype: "success", is_error: false, result: ${JSON.stringify(message)}, usage: { input_tokens: 1, output_tokens: 1 }, total_cost_usd: 0.1 });
  process.exitCode = ${exit};
} else console.log("2.1.330 (Claude Code)");
`;

agentContract({
  name: "claude-code",
  driver: claudeCodeDriver,
  missing: { driver: "claude-code", argv: ["no-such-claude"], done: "report", env: {} },
  async config(behaviour, root) {
    const program = join(root, "claude.cjs");
    const text =
      behaviour.is === "say" ? standIn("", behaviour.message, behaviour.exit) : standIn('writeFileSync("brief.bin", brief);', "heard", 0);
    await writeFile(program, text);
    await chmod(program, 0o755);
    return { driver: "claude-code", argv: [program], done: "report", env: {} };
  },
});
