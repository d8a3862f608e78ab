// Contract tests of the OpenCode driver with a stand-in and recorded output.
import { opencodeDriver } from "../../src/agents/opencode.ts";
import { recordedContract } from "./agent-recorded.ts";
import { standInContract } from "./stand-in.ts";

/** Takes its brief from standard input and tells its message as the last of some events, as the program does. */
const script = `let n = 0;
const say = (type, part) => console.log(JSON.stringify({ type, timestamp: ++n, sessionID: "ses_1", part: { messageID: "msg_" + n, ...part } }));
if (process.argv[2] === "run") {
  const brief = hear();
  say("text", { text: "I look first." });
  say("tool_use", { tool: "bash", state: { status: "completed", output: brief.slice(0, 100) } });
  say("step_finish", { reason: "tool-calls", tokens: { input: 1, output: 1 }, cost: 0 });
  say("text", { text: message });
  say("step_finish", { reason: "stop", tokens: { input: 1, output: 1 }, cost: 0 });
} else console.log("1.18.4");
`;

standInContract({ name: "opencode", driver: opencodeDriver, script });
recordedContract({
  name: "opencode",
  driver: opencodeDriver,
  conversation: /^ses_\w+$/,
  usage: { input: 500, output: 50, cost: 0.00225, cached: 0 },
  gaveUp: { 401: "auth", 429: "quota", refused: "network", torn: "network" },
  resume: "--session",
});
