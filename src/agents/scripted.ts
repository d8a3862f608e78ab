// Driver of scripted agents without a model, for demos, tests and crash proofs.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Fault } from "../core/refusal.ts";
import type { Driver } from "./agent.ts";
import { ownProgram } from "./own-program.ts";
import type { Where } from "./which.ts";

/** `argv: [script]`, a `.json` or `.mjs` file relative to the run's root. */
export const scriptedDriver = (where: Where): Driver => ({
  name: "scripted",
  find(config) {
    const script = config.argv[0];
    const path = typeof script === "string" && script !== "" ? resolve(where.root, script) : null;
    return Promise.resolve(path !== null && existsSync(path) ? { path, version: null } : null);
  },
  start(job, brief, config, { words }) {
    const script = config.argv[0];
    if (typeof script !== "string" || script === "") {
      throw new Fault(
        "AGENT_INVALID",
        "a scripted agent's argv names no script",
        'give it one in cairn.config.json: "argv": ["script.json"]',
      );
    }
    const about = {
      role: job.role,
      unit: job.subject,
      job: job.key,
      tier: job.tier ?? "",
      run: words.run,
    };
    return {
      argv: [
        process.execPath,
        ownProgram("scripted-agent", "plays agents' scripts"),
        script,
        JSON.stringify(about),
      ],
      env: config.env,
      stdin: brief,
      cwd: ".",
    };
  },
  read: (out) => ({ message: out, conversation: null, fault: null }),
});
