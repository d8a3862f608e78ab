// Tests of the player with hostile values, races and calls from within jobs.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { checkpoint, cli, templateOf } from "../fixtures/player.ts";
import { unfenced } from "../fixtures/unfenced.ts";
import { asTyped, at, type Desk, desk, hostsWithin } from "./desk.ts";
import { configured } from "./ground.ts";

hostsWithin();

const templates = ".workflow/templates";
/** Keeps the bytes that arrived beside itself, by the node's task id, in the way that its first argument names; what no argument can hold comes on standard input. */
const tool = `
const fs = require("node:fs");
process.chdir(__dirname);
const [how, id, ...rest] = process.argv.slice(2);
fs.appendFileSync("launched.txt", id + "\\n");
fs.writeFileSync("got-" + how + "-" + id, how === "stdin" ? fs.readFileSync(0) : rest[0] ? Buffer.from(rest[0], "utf8") : fs.readFileSync(0));
console.log("done");
`;

const shop = (t: TestContext, name: string, template: string): Desk => {
  const made = desk(t);
  unfenced(made.folder);
  const program = join(made.folder, "tool.cjs");
  writeFileSync(program, tool);
  mkdirSync(join(made.root, templates), { recursive: true });
  writeFileSync(join(made.root, templates, `${name}.json`), template);
  const argv = [process.execPath, program, "argv", "{task}", "{brief}"];
  const stdin = [process.execPath, program, "stdin", "{task}"];
  const agents = {
    a: { driver: "command", argv, done: "exit" },
    s: { driver: "command", argv: stdin, done: "exit" },
  };
  configured(made, { agents, roles: { "cli:gemini": "a", "cli:qwen": "s" } });
  return made;
};

const hostileIn = (folder: string): Readonly<Record<string, string>> => ({
  shell: `$(touch ${folder}/pwned) \`touch ${folder}/pwned\` ; touch ${folder}/pwned | & > ${folder}/pwned $HOME ~ * %PATH%`,
  quotes: `"'\\"' \\ \\\\ '"'"'`,
  newlines: "\n\nfirst\r\nsecond\rthird\u2028fourth\t\v\n",
  dashes: "--mode write --help -rf -",
  placeholders: "{prev_output} {goal} {{goal}} {brief} {task} {N-001.output} {mode}",
  unicode: "🜁 é e\u0301 \u202egnp.exe\u202c ﷽ \u200b \ud83d\udc69\u200d\ud83d\udcbb 漢字",
  long: "x".repeat(65_535) + "y",
  empty: " ",
  // No argument can hold it: it comes on standard input.
  nul: "before\u0000after",
});

test("story 7: hostile values arrive byte for byte, as an argument and on standard input, and nothing else runs", async (t) => {
  const names = Object.keys(hostileIn(""));
  const context_schema = Object.fromEntries(
    names.map((name) => [name, { type: "string", required: true, description: name }]),
  );
  const group = names.flatMap((name, index) => [
    cli(`N-1${String(index).padStart(2, "0")}`, { args_template: `{${name}}` }),
    cli(`N-2${String(index).padStart(2, "0")}`, { args_template: `{${name}}`, cli_tool: "qwen" }),
  ]);
  const here = shop(t, "hostile", templateOf("hostile", [group], { context_schema }));
  const hostile = hostileIn(here.folder);
  writeFileSync(join(here.root, "given.json"), JSON.stringify(hostile));
  await here.ends(0, "run player hostile --context-file given.json --json");
  const [session = ""] = readdirSync(join(here.root, ".workflow/sessions"));
  const state: unknown = JSON.parse(
    readFileSync(join(here.root, ".workflow/sessions", session, "session-state.json"), "utf8"),
  );
  for (const [index, name] of names.entries())
    for (const [how, first] of [
      ["argv", "1"],
      ["stdin", "2"],
    ] as const) {
      const task = String(
        at(state, "node_states", `N-${first}${String(index).padStart(2, "0")}`, "cli_task_id"),
      );
      assert.equal(
        readFileSync(join(here.folder, `got-${how}-${task}`), "utf8"),
        hostile[name],
        `${name} by ${how}`,
      );
    }
  assert.ok(!existsSync(join(here.folder, "pwned")));
  assert.equal(
    readFileSync(join(here.folder, "launched.txt"), "utf8").trim().split("\n").length,
    names.length * 2,
  );
});

test("a template's name that leads out is refused to whoever asks for it, and fails the node whose run it was to be", async (t) => {
  const node = {
    type: "command",
    executor: "cairn:player",
    args_template: "{goal}",
    cli_tool: undefined,
  };
  const here = shop(t, "outer", templateOf("outer", [cli("N-001", node)]));
  writeFileSync(
    join(here.root, templates, "gated.json"),
    templateOf("gated", [checkpoint("CP-01", false), cli("N-001")]),
  );
  for (const name of ["../x", "~/x", ".."]) {
    const asked = await here.cairn(asTyped`run --later player --template=${name}`);
    assert.deepEqual([asked.exit, /^\w+/.exec(asked.err)?.[0]], [2, "PATH_OUTSIDE"], asked.err);
  }
  const played = await here.ends(3, "run player outer --goal ../x");
  assert.match(played.out, /N-001 .* failed: it could not be started: PATH_OUTSIDE/);
  await here.ends(3, "run player outer --goal gated");
  const healthy = await here.cairn("doctor --json");
  assert.doesNotMatch(
    healthy.out,
    /JOB_IN_DOUBT/,
    "a run that waits for its child's question is in no doubt",
  );
});
