// Contract tests of the Gemini CLI driver with a stand-in and recorded output.
import { geminiDriver } from "../../src/agents/gemini.ts";
import { recordedContract } from "./agent-recorded.ts";
import { standInContract } from "./stand-in.ts";

/** Takes its brief from standard input, repeats it and tells its message in two pieces, as the program does. */
const script = `const say = (event) => console.log(JSON.stringify({ timestamp: "2026-01-08T12:00:00.000Z", ...event }));
if (process.argv.includes("--version")) console.log("0.61.0");
else {
  const brief = hear();
  console.error("YOLO mode is enabled. All tool calls will be automatically approved.");
  say({ type: "init", session_id: "01a1fdc9-ce8f-7762-b8bd-05d1c54c6d16", model: "gemini-2.5-pro" });
  say({ type: "message", role: "user", content: brief });
  say({ type: "message", role: "assistant", content: "I look first.", delta: true });
  say({ type: "tool_use", tool_name: "run_shell_command", tool_id: "1", parameters: { command: "cat brief" } });
  say({ type: "tool_result", tool_id: "1", status: "success", output: brief.slice(0, 100) });
  say({ type: "message", role: "assistant", content: message.slice(0, 3), delta: true });
  say({ type: "message", role: "assistant", content: message.slice(3), delta: true });
  say({ type: "result", status: "success", stats: { input_tokens: 1, output_tokens: 1 } });
}
`;

standInContract({ name: "gemini", driver: geminiDriver, script });
recordedContract({
  name: "gemini",
  driver: geminiDriver,
  conversation: /^[\da-f-]{36}$/,
  usage: { input: 300, output: 30, cost: null, cached: 0 },
  call: '"tool_use"',
  gaveUp: { 401: "auth", torn: "network" },
  resume: "--resume",
});
