// Contract tests of the Claude Code driver with a stand-in and recorded output.
import { claudeCodeDriver } from "../../src/agents/claude-code.ts";
import { recordedContract } from "./agent-recorded.ts";
import { standInContract } from "./stand-in.ts";

/** Takes its brief from standard input and tells its message as the result after some events, as the program does. */
const script = `const say = (event) => console.log(JSON.stringify({ ...event, session_id: "6f0e2d3c-1111-4222-8333-444455556666" }));
const says = (part) => say({ type: "assistant", message: { role: "assistant", model: "m", content: [part] }, parent_tool_use_id: null });
if (process.argv[2] === "-p") {
  const brief = hear();
  say({ type: "system", subtype: "init" });
  says({ type: "text", text: "I look first." });
  says({ type: "tool_use", id: "call_1", name: "Bash", input: { command: "cat brief" } });
  say({ type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: brief.slice(0, 100) }] } });
  says({ type: "text", text: message });
  say({ type: "result", subtype: "success", is_error: false, result: message, usage: { input_tokens: 1, output_tokens: 1 }, total_cost_usd: 0.1 });
} else console.log("2.1.330 (Claude Code)");
`;

standInContract({ name: "claude-code", driver: claudeCodeDriver, script });
recordedContract({
  name: "claude-code",
  driver: claudeCodeDriver,
  conversation: /^[\da-f-]{36}$/,
  usage: { input: 500, output: 50, cost: 0.003, cached: 0 },
  call: '"tool_use"',
  gaveUp: {
    401: "auth",
    "no-login": "auth",
    429: "quota",
    529: "overload",
    refused: "network",
    404: "other",
    turns: "other",
  },
  resume: "--resume",
});
