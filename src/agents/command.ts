// Driver of any command as an agent: it only has to read a brief and end.
import { Fault } from "../core/refusal.ts";
import type { Driver } from "./agent.ts";
import { fillArgv } from "./placeholders.ts";
import { lackOf, refusedProgram, type Where, which } from "./which.ts";

/** The whole standard output is the final message; the exit code alone says nothing about the work. */
export const commandDriver = (where: Where): Driver => ({
  name: "command",
  find(config) {
    const program = config.argv[0];
    const path =
      typeof program === "string"
        ? which(program, { ...where, path: config.env["PATH"] ?? where.path })
        : null;
    return Promise.resolve(path === null ? null : { path, version: null });
  },
  lacks: (program, path = where.path) => lackOf(program, { ...where, path }),
  refused({ argv: [program], env }) {
    return typeof program === "string"
      ? refusedProgram(program, { ...where, path: env["PATH"] ?? where.path })
      : null;
  },
  start(job, brief, config, { words }) {
    const { argv, briefed } = fillArgv(config.argv, job, brief, words);
    if (argv[0] === undefined || argv[0] === "") {
      throw new Fault(
        "AGENT_INVALID",
        "an agent's argv names no program",
        'give it one in cairn.config.json: "argv": ["my-agent", "{brief}"]',
      );
    }
    return { argv, env: config.env, stdin: briefed ? null : brief, cwd: "." };
  },
  read: (out) => ({ message: out, conversation: null, fault: null }),
});
