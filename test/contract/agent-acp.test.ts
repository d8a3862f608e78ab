// Contract tests of the Agent Client Protocol driver with a scripted agent.
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { acpDriver } from "../../src/agents/acp.ts";
import type { Acting } from "../fixtures/acp-agent.ts";
import { agentContract } from "./agent.ts";

const agent = join(import.meta.dirname, "../fixtures/acp-agent.ts");

agentContract({
  name: "acp",
  driver: acpDriver,
  missing: { driver: "acp", argv: ["no-such-agent", "--acp"], done: "report", env: {} },
  async config(behaviour, root) {
    const acts: Acting["acts"] =
      behaviour.is === "say"
        ? [{ say: "I look first." }, { tool: "t", status: "completed" }, { say: behaviour.message }]
        : [{ keep: "brief.bin" }, { say: "heard" }];
    const acting: Acting = {
      acts,
      stop: behaviour.is === "say" && behaviour.exit !== 0 ? "max_tokens" : "end_turn",
    };
    const program = join(root, "agent.sh");
    await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${agent}' "$@"\n`);
    await chmod(program, 0o755);
    return { driver: "acp", argv: [program, JSON.stringify(acting)], done: "report", env: {} };
  },
});
