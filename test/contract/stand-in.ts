// Contract of drivers with a stand-in for the agent program, shared by all dialects.
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { agentContract, type Subject } from "./agent.ts";

type StandIn = Pick<Subject, "name" | "driver"> & {
  /** The program's own words, as a script: `hear()` takes its brief from standard input and returns its text, `message` is its last one. */
  readonly script: string;
};

/** Holds a driver to the drivers' contract with a script in its program's place. */
export const standInContract = ({ name, driver, script }: StandIn): void =>
  agentContract({
    name,
    driver,
    missing: { driver: name, argv: [`no-such-${name}`], done: "report", env: {} },
    async config(behaviour, root) {
      const program = join(root, `${name}.cjs`);
      const { message, exit } = behaviour.is === "say" ? behaviour : { message: "heard", exit: 0 };
      const lines = [
        `#!${process.execPath}`,
        'const { readFileSync, writeFileSync } = require("node:fs");',
        `const message = ${JSON.stringify(message)};`,
        "const hear = () => {",
        "  const brief = readFileSync(0);",
        behaviour.is === "echo" ? '  writeFileSync("brief.bin", brief);' : "",
        `  process.exitCode = ${exit};`,
        "  return brief.toString();",
        "};",
        script,
      ];
      await writeFile(program, lines.join("\n"));
      await chmod(program, 0o755);
      return { driver: name, argv: [program], done: "report", env: {} };
    },
  });
