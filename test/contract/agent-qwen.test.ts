// Contract tests of the Qwen Code driver with a stand-in and recorded output.
import { qwenDriver } from "../../src/agents/qwen.ts";
import { recordedContract } from "./agent-recorded.ts";
import { standInContract } from "./stand-in.ts";

/** Takes its brief from standard input and tells its message as the last of some events and in its result, as the program does. */
const script = `const session_id = "01a1fdc9-ce8f-7762-b8bd-05d1c54c6d16";
const say = (event) => console.log(JSON.stringify({ ...event, session_id, parent_tool_use_id: null }));
if (process.argv.includes("--version")) console.log("0.24.4");
else {
  const brief = hear();
  say({ type: "system", subtype: "init", model: "m" });
  say({ type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "I look first." }] } });
  say({ type: "assistant", message: { role: "assistant", content: [{ type: "tool_use", id: "1", name: "run_shell_command", input: {} }] } });
  say({ type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: brief.slice(0, 100) }] } });
  say({ type: "assistant", message: { role: "assistant", content: [{ type: "text", text: message }] } });
  say({ type: "result", subtype: "success", is_error: false, result: message, usage: { input_tokens: 1, output_tokens: 1 } });
}
`;

standInContract({ name: "qwen", driver: qwenDriver, script });
recordedContract({
  name: "qwen",
  driver: qwenDriver,
  conversation: /^[\da-f-]{36}$/,
  usage: { input: 300, output: 30, cost: null, cached: 0 },
  call: '"tool_use"',
  gaveUp: { 401: "auth", nologin: "auth", 529: "overload", torn: "network", refused: "network" },
  resume: "--resume",
});
