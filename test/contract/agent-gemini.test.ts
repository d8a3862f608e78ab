// Why: the driver of Gemini CLI keeps the drivers' contract with a stand-in that speaks the program's words; with the program itself test/agents does.
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { geminiDriver } from "../../src/agents/gemini.ts";
import { agentContract } from "./agent.ts";

/** Takes its brief from standard input, repeats it and tells its message in two pieces, as the program does. */
const standIn = (does: string, message: string, exit: number): string => `#!${process.execPath}
const { readFileSync } = require("node:fs");
const say = (event) => console.log(JSON.stringify({ timestamp: "2026-01-08T12:00:00.000Z", ...event }));
if (process.argv.includes("--version")) console.log("0.61.0");
else {
  const brief = readFileSync(0);
  const message = ${JSON.stringify(message)};
  ${does}
  console.error("YOLO mode is enabled. All tool calls will be automatically approved.");
  say({ type: "init", session_id: "01a1fdc9-ce8f-7762-b8bd-05d1c54c6d16", model: "gemini-2.5-pro" });
  say({ type: "message", role: "user", content: brief.toString() });
  say({ type: "message", role: "assistant", content: "I look first.", delta: true });
  say({ type: "tool_use", tool_name: "run_shell_command", tool_id: "1", parameters: { command: "cat brief" } });
  say({ type: "tool_result", tool_id: "1", status: "success", output: brief.toString().slice(0, 100) });
  say({ type: "message", role: "assistant", content: message.slice(0, 3), delta: true });
  say({ type: "message", role: "assistant", content: message.slice(3), delta: true });
  say({ type: "result", status: "success", stats: { input_tokens: 1, output_tokens: 1 } });
  process.exitCode = ${exit};
}
`;

agentContract({
  name: "gemini",
  driver: geminiDriver,
  missing: { driver: "gemini", argv: ["no-such-gemini"], done: "report", env: {} },
  async config(behaviour, root) {
    const program = join(root, "gemini.cjs");
    const echo = 'require("node:fs").writeFileSync("brief.bin", brief);';
    const text = behaviour.is === "say" ? standIn("", behaviour.message, behaviour.exit) : standIn(echo, "heard", 0);
    await writeFile(program, text);
    await chmod(program, 0o755);
    return { driver: "gemini", argv: [program], done: "report", env: {} };
  },
});
