// Why: the driver of Qwen Code keeps the drivers' contract with a stand-in that speaks the program's words; with the program itself test/agents does.
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { qwenDriver } from "../../src/agents/qwen.ts";
import { agentContract } from "./agent.ts";

/** Takes its brief from standard input and tells its message as the last of some events and in its result, as the program does. */
const standIn = (does: string, message: string, exit: number): string => `#!${process.execPath}
const { readFileSync } = require("node:fs");
const session_id = "01a1fdc9-ce8f-7762-b8bd-05d1c54c6d16";
const say = (event) => console.log(JSON.stringify({ ...event, session_id, parent_tool_use_id: null }));
if (process.argv.includes("--version")) console.log("0.24.4");
else {
  const brief = readFileSync(0);
  const message = ${JSON.stringify(message)};
  ${does}
  say({ type: "system", subtype: "init", model: "m" });
  say({ type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "I look first." }] } });
  say({ type: "assistant", message: { role: "assistant", content: [{ type: "tool_use", id: "1", name: "run_shell_command", input: {} }] } });
  say({ type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: brief.toString().slice(0, 100) }] } });
  say({ type: "assistant", message: { role: "assistant", content: [{ type: "text", text: message }] } });
  say({ type: "result", subtype: "success", is_error: false, result: message, usage: { input_tokens: 1, output_tokens: 1 } });
  process.exitCode = ${exit};
}
`;

agentContract({
  name: "qwen",
  driver: qwenDriver,
  missing: { driver: "qwen", argv: ["no-such-qwen"], done: "report", env: {} },
  async config(behaviour, root) {
    const program = join(root, "qwen.cjs");
    const echo = 'require("node:fs").writeFileSync("brief.bin", brief);';
    const text = behaviour.is === "say" ? standIn("", behaviour.message, behaviour.exit) : standIn(echo, "heard", 0);
    await writeFile(program, text);
    await chmod(program, 0o755);
    return { driver: "qwen", argv: [program], done: "report", env: {} };
  },
});
