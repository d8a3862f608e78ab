// Why: demos, tests and crash proofs need agents that do real work by a script, with no model behind them.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Fault } from "../core/refusal.ts";
import type { Driver } from "./agent.ts";
import type { Where } from "./which.ts";

/** The program that plays the scripts: beside this file in development, an output of its own in the bundle. */
const player = (): string => {
  const found = ["./scripted-agent.ts", "./scripted-agent.js", "../scripted-agent.js"]
    .map((name) => join(import.meta.dirname, name))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Fault("AGENT_MISSING", "the program that plays agents' scripts is missing", "install cairn again");
  return found;
};

/** `argv: [script]`, a `.json` or `.mjs` file whose path counts from the run's root. */
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
    const about = { role: job.role, unit: job.subject, job: job.key, tier: job.tier ?? "", run: words.run };
    return { argv: [process.execPath, player(), script, JSON.stringify(about)], env: config.env, stdin: brief, cwd: "." };
  },
  read: (out) => ({ message: out, conversation: null, fault: null }),
});
