// Process that rewrites a whole state file for each entry: the comparison for bench/many.ts.
import { readFileSync, writeFileSync } from "node:fs";

const { path, count, who } = JSON.parse(process.argv[2] ?? "{}");
for (let n = 0; n < Number(count); n += 1) {
  // Two writers at once can leave a file that never parses again: the entry is then lost, as an agent's would be.
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      const state = JSON.parse(readFileSync(String(path), "utf8"));
      state.evidence_log.push({
        task_id: String(who),
        criteria: "c",
        type: "command_output",
        content: `entry ${n}`,
        timestamp: "2026-01-08T12:00:00Z",
      });
      writeFileSync(String(path), JSON.stringify(state, null, 2));
      break;
    } catch {
      // Half-written by another: read again, as an agent would.
    }
  }
}
