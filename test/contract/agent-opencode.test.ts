// Why: the driver of OpenCode keeps the drivers' contract with a stand-in that speaks the program's words; with the program itself test/agents does.
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { opencodeDriver } from "../../src/agents/opencode.ts";
import { agentContract } from "./agent.ts";

/** Takes its brief from standard input and tells its message as the last of some events, as the program does. */
const standIn = (does: string, message: string, exit: number): string => `#!${process.execPath}
const { readFileSync, writeFileSync } = require("node:fs");
let n = 0;
const say = (type, part) => console.log(JSON.stringify({ type, timestamp: ++n, sessionID: "ses_1", part: { messageID: "msg_" + n, ...part } }));
if (process.argv[2] === "run") {
  const brief = readFileSync(0);
  ${does}
  say("text", { text: "I look first." });
  say("tool_use", { tool: "bash", state: { status: "completed", output: brief.toString().slice(0, 100) } });
  say("step_finish", { reason: "tool-calls", tokens: { input: 1, output: 1 }, cost: 0 });
  say("text", { text: ${JSON.stringify(message)} });
  say("step_finish", { reason: "stop", tokens: { input: 1, output: 1 }, cost: 0 });
  process.exitCode = ${exit};
} else console.log("1.18.4");
`;

agentContract({
  name: "opencode",
  driver: opencodeDriver,
  missing: { driver: "opencode", argv: ["no-such-opencode"], done: "report", env: {} },
  async config(behaviour, root) {
    const program = join(root, "opencode.cjs");
    const text =
      behaviour.is === "say" ? standIn("", behaviour.message, behaviour.exit) : standIn('writeFileSync("brief.bin", brief);', "heard", 0);
    await writeFile(program, text);
    await chmod(program, 0o755);
    return { driver: "opencode", argv: [program], done: "report", env: {} };
  },
});
