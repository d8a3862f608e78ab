// Verb `cairn demo`: plays examples/demo.mjs, which knows this program by its commands alone.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { programArgv } from "../../open.ts";
import { has } from "../flags/args.ts";
import { exits, type Verb } from "../verb.ts";

export const demo: Verb = {
  name: "demo",
  summary:
    "watch a small real project being worked on in a temporary folder, in half a minute, by scripted agents",
  args: [],
  options: {},
  example: ["cairn demo"],
  run: async ({ env, given }) => {
    const [node, program] = programArgv();
    const child = spawn(
      node,
      [join(program, "../../examples/demo.mjs"), program],
      // An answer as JSON stays alone on standard output.
      { env, stdio: ["ignore", has(given, "json") ? 2 : "inherit", "inherit"] },
    );
    const exit = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject).on("exit", resolve);
    });
    return { exit: exit === 0 ? exits.done : exits.unsuccessful, json: { played: exit === 0 } };
  },
};
