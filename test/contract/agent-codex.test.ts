// Contract tests of the Codex driver with a stand-in and recorded output.
import { codexDriver } from "../../src/agents/codex.ts";
import { recordedContract } from "./agent-recorded.ts";
import { standInContract } from "./stand-in.ts";

/** Takes its brief from standard input and tells its message as the last of some events, as the program does. */
const script = `const say = (event) => console.log(JSON.stringify(event));
if (process.argv[2] === "exec") {
  const brief = hear();
  say({ type: "thread.started", thread_id: "01a1fdc9-ce8f-7762-b8bd-05d1c54c6d16" });
  say({ type: "turn.started" });
  say({ type: "item.completed", item: { id: "item_0", type: "agent_message", text: "I look first." } });
  say({ type: "item.completed", item: { id: "item_1", type: "command_execution", command: "cat brief", aggregated_output: brief.slice(0, 100), exit_code: 0, status: "completed" } });
  say({ type: "item.completed", item: { id: "item_2", type: "agent_message", text: message } });
  say({ type: "turn.completed", usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } });
} else console.log("codex-cli 0.169.0");
`;

standInContract({ name: "codex", driver: codexDriver, script });
recordedContract({
  name: "codex",
  driver: codexDriver,
  conversation: /^[\da-f-]{36}$/,
  usage: { input: 400, output: 40, cost: null, cached: 0, whole: true },
  call: "item.started",
  gaveUp: { 401: "auth", 429: "quota", 500: "overload", 529: "overload", torn: "network" },
  resume: "resume",
});
