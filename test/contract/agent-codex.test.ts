// Why: the driver of Codex keeps the drivers' contract with a stand-in that speaks the program's words; with the program itself test/agents does.
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codexDriver } from "../../src/agents/codex.ts";
import { agentContract } from "./agent.ts";

/** Takes its brief from standard input and tells its message as the last of some events, as the program does. */
const standIn = (does: string, message: string, exit: number): string => `#!${process.execPath}
const { readFileSync, writeFileSync } = require("node:fs");
const say = (event) => console.log(JSON.stringify(event));
if (process.argv[2] === "exec") {
  const brief = readFileSync(0);
  ${does}
  say({ type: "thread.started", thread_id: "01a1fdc9-ce8f-7762-b8bd-05d1c54c6d16" });
  say({ type: "turn.started" });
  say({ type: "item.completed", item: { id: "item_0", type: "agent_message", text: "I look first." } });
  say({ type: "item.completed", item: { id: "item_1", type: "command_execution", command: "cat brief", aggregated_output: brief.toString().slice(0, 100), exit_code: 0, status: "completed" } });
  say({ type: "item.completed", item: { id: "item_2", type: "agent_message", text: ${JSON.stringify(message)} } });
  say({ type: "turn.completed", usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 } });
  process.exitCode = ${exit};
} else console.log("codex-cli 0.169.0");
`;

agentContract({
  name: "codex",
  driver: codexDriver,
  missing: { driver: "codex", argv: ["no-such-codex"], done: "report", env: {} },
  async config(behaviour, root) {
    const program = join(root, "codex.cjs");
    const text =
      behaviour.is === "say" ? standIn("", behaviour.message, behaviour.exit) : standIn('writeFileSync("brief.bin", brief);', "heard", 0);
    await writeFile(program, text);
    await chmod(program, 0o755);
    return { driver: "codex", argv: [program], done: "report", env: {} };
  },
});
