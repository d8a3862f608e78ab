// Demo: a small real repository and scripted agents, driven by commands that anybody can type.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";

const here = import.meta.dirname;
const [launcher = join(here, "../bin/cairn.cjs")] = process.argv.slice(2);
const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-demo-")));
const root = join(folder, "tiny-shop");

/** Nothing is read from the user's settings or written into their home; the checks run on this Node. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:CAIRN_|NODE_OPTIONS$|NODE_TEST)/.test(name),
    ),
  ),
  CAIRN_PLACES: join(folder, "places"),
  CAIRN_ULTRAWORK_HOME: join(folder, "sessions"),
  XDG_CONFIG_HOME: join(folder, ".config"),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  COLUMNS: "78",
  NO_COLOR: "1",
};

const say = (text = "") => console.log(text);
const typed = (word) => (/\s/.test(word) ? `"${word}"` : word);
/** How this cairn is typed from any folder. */
const found = env.PATH.split(delimiter)
  .map((one) => join(one, "cairn"))
  .find(existsSync);
const isFound = found !== undefined && realpathSync(found) === realpathSync(launcher);
const name = isFound ? "cairn" : `node ${typed(launcher)}`;

/** Runs a program in the repository; `heard` gets each line that it prints. */
const run = (program, words, heard = () => {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => heard(line, child));
    child.on("error", reject);
    child.on("close", (exit, signal) => resolve(signal ?? exit));
  });

/** Types a command of cairn, and shows what it prints; `heard` may end it. */
const cairn = async (words, ends = [0], heard = () => {}) => {
  say(`\n$ cairn ${words.map(typed).join(" ")}`);
  const end = await run(process.execPath, [launcher, ...words], (line, child) => {
    say(`  ${line}`.trimEnd());
    heard(line, child);
  });
  if (!ends.includes(end)) throw new Error(`it ended with ${end}; look into ${folder}`);
};

const git = async (...words) => {
  if ((await run("git", words)) !== 0) throw new Error(`git ${words.join(" ")} failed in ${root}`);
};

say('Agents say "done". Cairn runs the check itself, and only then lets the work land.');
say(`${root} is a new repository with a failing test.`);
say("The agents are scripted (no model, no cost); git, checks and kills are real.");
cpSync(join(here, "shop"), root, { recursive: true });
cpSync(join(here, "agents.mjs"), join(folder, "agents.mjs"));
const agents = { demo: { driver: "scripted", argv: [join(folder, "agents.mjs")] } };
writeFileSync(
  join(root, "cairn.config.json"),
  `${JSON.stringify({ agents, roles: { "*": "demo" }, ultrawork: { explorers: 0, max_workers: 2 } }, null, 2)}\n`,
);
await git("-c", "init.defaultBranch=main", "init", "--quiet");
for (const [name, value] of [
  ["user.name", "Demo"],
  ["user.email", "demo@example.invalid"],
  ["commit.gpgsign", "false"],
  ["core.hooksPath", ""],
])
  await git("config", name, value);
await git("add", ".");
await git("commit", "--quiet", "--message", "Add a tiny shop");

say("\n1. A goal becomes a plan: each task with the check that proves it. You approve it");
const goal = "Count quantities, add a CSV export and slugs";
await cairn(["run", goal], [3]);
await cairn(["decide", "approve-1", "approve"]);

say('\n2. Two agents at a time. One says "done" and is wrong; then the runner is killed');
await cairn(["run"], ["SIGKILL"], (line, runner) => {
  if (/begins .*task-2-2/.test(line)) runner.kill("SIGKILL");
});
say("  SIGKILL: the runner is dead; agents at work go on");
await cairn(["status"]);

say("\n3. Resumed by the same command: nothing that was done is done again");
await cairn(["run"], [0, 4]);

say("\n4. The proof: what Cairn ran, on which files, with which exit code");
await cairn(["evidence", "2"]);
await cairn(["verify"]);

say("\n5. Your checkout is untouched so far: the work lies on a branch. Take it");
await cairn(["diff"]);
await cairn(["merge"]);

say("\nLook around; `serve` shows it in the browser:");
for (const line of [
  `cd ${typed(root)}`,
  ...["log", "evidence 2 --recheck", "serve"].map((one) => `${name} ${one}`),
])
  say(`  ${line}`);
say(`Everything lies in ${folder}; remove it when you are done.`);
