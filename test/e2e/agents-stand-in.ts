// Stand-in for Codex that misbehaves on demand, for tests of the command line.
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { asTyped, type Desk, desk } from "./desk.ts";

const launcher = builtLauncher();

const task = (id: string): unknown => ({
  id,
  subject: `Task ${id}`,
  success_criteria: [{ criteria: "it is there", command: `test -e ${id}.txt` }],
});

/** Of Codex: `does` is its turn's body, with `task`, `tries` (from 1), `outside` (the desk's folder), say, tell (a message), report (its block) and cairn (the command line) at hand. */
const program = (does: string, version: string, outside: string): string => `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require("node:fs");
const { execFileSync, spawnSync } = require("node:child_process");
if (process.argv[2] !== "exec") { console.log("codex-cli ${version}"); process.exit(0); }
const brief = readFileSync(0, "utf8");
const outside = ${JSON.stringify(`${outside}/`)};
const argv = process.argv.slice(2);
const job = process.env.CAIRN_JOB;
const [, task, tries] = /^task-(\\d+)-(\\d+)/.exec(job) ?? [];
const say = (event) => process.stdout.write(JSON.stringify(event) + "\\n");
const tell = (text) => say({ type: "item.completed", item: { id: "m", type: "agent_message", text } });
const block = (value) => "\`\`\`cairn-report\\n" + JSON.stringify(value) + "\\n\`\`\`";
const done = (more = {}) => ({ status: "done", summary: "it is there", evidence: [], ...more });
const cairn = (...words) => spawnSync(process.execPath, [${JSON.stringify(launcher)}, ...words], { encoding: "utf8" });
const ended = () => say({ type: "turn.completed", usage: { input_tokens: 1200, output_tokens: 34 } });
say({ type: "thread.started", thread_id: "0199-" + job });
${does}
`;

export type Room = Desk & {
  /** Runs a session of as many tasks: exit and all that was told. */
  readonly played: (
    tasks?: number,
    ...more: readonly string[]
  ) => Promise<{ readonly exit: number; readonly told: string }>;
};

/** A desk whose only agent is the stand-in; who verifies comes by hand. */
export const room = (t: TestContext, does: string, version = "0.169.0", tries = 1): Room => {
  const here = desk(t);
  const path = join(here.folder, "codex");
  writeFileSync(path, program(does, version, here.folder));
  chmodSync(path, 0o755);
  const config = {
    agents: { codex: { driver: "codex", argv: [path] } },
    roles: { "*": "codex", verifier: "hand" },
  };
  writeFileSync(join(here.root, "cairn.config.json"), JSON.stringify(config));
  const played: Room["played"] = async (tasks = 1, ...more) => {
    const ids = Array.from({ length: tasks }, (_, index) => String(index + 1));
    const plan = {
      tasks: ids.map(task),
      verify: { success_criteria: [{ criteria: "all", command: "test -e 1.txt" }] },
    };
    writeFileSync(join(here.root, "plan.json"), JSON.stringify(plan));
    const words = [
      "--plan",
      "plan.json",
      "--auto",
      "--max-attempts",
      String(tries),
      "--session",
      "s",
    ];
    const { exit, out, err } = await here.cairn(
      asTyped`run ultrawork Goal --verbose ${words} ${more}`,
    );
    return { exit, told: out + err };
  };
  return { ...here, played };
};
