// Tests of appends to a file replaced 1,000 times: each entry read once.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { Drift } from "../../src/workspace/workspace.ts";
import { ownFolder } from "./workspace-folder.ts";

const file = "progress.md";
const replacements = 1_000;
/** Appends one entry whenever it is told to, and says so; at the end of its input it goes. */
const appender = `
const fs = require("node:fs");
const [path, unit] = process.argv.slice(1);
let n = 0;
require("node:readline").createInterface({ input: process.stdin }).on("line", () => {
  n += 1;
  fs.appendFileSync(path, "## " + unit + " " + n + "\\nbody of " + n + "\\n");
});
`;

/** Reads it whole, and when it is told so puts what it read back with an entry behind it, by rename, and says so. */
const rewriter = `
const fs = require("node:fs");
const [path, unit] = process.argv.slice(1);
let [n, text] = [0, ""];
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  if (line === "read") text = fs.readFileSync(path, "utf8");
  else {
    n += 1;
    fs.writeFileSync(path + "." + unit, text + "## " + unit + " " + n + "\\nbody of " + n + "\\n");
    fs.renameSync(path + "." + unit, path);
  }
  console.log(line);
});
`;
const entriesOf = (unit: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `## ${unit} ${n + 1}\nbody of ${n + 1}\n`);

type Letter = {
  readonly folder: string;
  /** As a projector does: what it may not replace is read first. */
  readonly replace: () => Promise<void>;
  /** Entries in the order in which they were read. */
  readonly known: readonly string[];
  /** Nobody writes any more: what stands there is what was read, each once. */
  readonly closed: () => Promise<void>;
};

const letterOf = async (t: TestContext): Promise<Letter> => {
  const home = ownFolder(t);
  const folder = join(home, "run");
  mkdirSync(folder);
  const workspace = await openWorkspace({ home: join(home, ".cairn") });
  const known: string[] = [];
  let version = 0;
  const read = async (drift: readonly Drift[]): Promise<void> => {
    for (const { path, text, digest, mark, half } of drift) {
      if (half) continue;
      if (digest !== null) await workspace.settle("r", [{ path, digest, base: text, mark }]);
      // Who appends while no file has the name makes one of his entry alone.
      for (const entry of (text ?? "").split(/^(?=## )/mu))
        if (entry.startsWith("## ") && !known.includes(entry)) known.push(entry);
    }
  };
  const replace = async (): Promise<void> => {
    version += 1;
    await read(await workspace.drift("r", folder, []));
    for (let again = true; again;) {
      const files = { [file]: `# Letter ${version}\n${known.join("")}` };
      const done = await workspace.project({ run: "r", folder, version, files });
      await read(done.drift);
      again = done.drift.some(({ half }) => !half);
    }
  };
  await replace();
  const closed = async (): Promise<void> => {
    await replace();
    assert.equal(
      readFileSync(join(folder, file), "utf8"),
      `# Letter ${version}\n${known.join("")}`,
    );
    assert.deepEqual(readdirSync(folder), [file]);
  };
  return { folder, replace, known, closed };
};
const agent = (script: string, { folder }: Letter, unit: string) =>
  spawn(process.execPath, ["-e", script, join(folder, file), unit], {
    stdio: ["pipe", "pipe", "inherit"],
  });

test("two processes append to a file that is replaced 1,000 times: no entry is lost, none is read twice", async (t) => {
  const letter = await letterOf(t);
  const agents = ["T1", "T2"].map((unit) => agent(appender, letter, unit));
  const gone = Promise.all(agents.map((one) => once(one, "exit")));
  for (let n = 0; n < replacements; n += 1) {
    if (n % 4 === 0) for (const { stdin } of agents) stdin.write("go\n");
    await letter.replace();
  }
  for (const { stdin } of agents) stdin.end();
  await gone;
  await letter.closed();
  const wanted = ["T1", "T2"].flatMap((unit) => entriesOf(unit, replacements / 4));
  assert.deepEqual(letter.known.toSorted(), wanted.toSorted());
});

test("what is appended to a file that was replaced meanwhile, by who had opened it before, is read, once", async (t) => {
  const letter = await letterOf(t);
  const slow = openSync(join(letter.folder, file), "a");
  t.after(() => closeSync(slow));
  const [first = "", second = ""] = entriesOf("T1", 2);
  for (let n = 0; n < 5; n += 1) await letter.replace();
  writeSync(slow, first);
  await letter.replace();
  assert.deepEqual(letter.known, [first]);
  writeSync(slow, second);
  await letter.replace();
  await letter.closed();
  assert.deepEqual(letter.known, [first, second]);
});

test("an append that shows in two parts is read as one, whether its file was replaced between them or not", async (t) => {
  const letter = await letterOf(t);
  const appended = ["T1", "T2"].map((unit) => entriesOf(unit, 1).join(""));
  const slow = openSync(join(letter.folder, file), "a");
  t.after(() => closeSync(slow));
  for (const entry of appended) {
    writeSync(slow, entry.slice(0, 5));
    await letter.replace();
    assert.ok(!letter.known.includes(entry.slice(0, 5)));
    writeSync(slow, entry.slice(5));
    await letter.replace();
  }
  await letter.closed();
  assert.deepEqual(letter.known, appended);
});

test("one that puts back the whole file from an old copy takes away nothing that was written since, and adds its own", async (t) => {
  const letter = await letterOf(t);
  const [whole, other] = [agent(rewriter, letter, "T1"), agent(appender, letter, "T2")];
  const answers = createInterface({ input: whole.stdout })[Symbol.asyncIterator]();
  const told = async (line: string): Promise<void> => {
    whole.stdin.write(`${line}\n`);
    assert.equal((await answers.next()).value, line);
  };
  const rounds = 40;
  for (let n = 0; n < rounds; n += 1) {
    await told("read");
    other.stdin.write("go\n");
    // Until the other's entry was taken in: what nobody has read when the file is written over is gone, whoever writes over it.
    while (!letter.known.includes(entriesOf("T2", n + 1)[n] ?? "")) await letter.replace();
    await told("write");
    await letter.replace();
  }
  const gone = Promise.all([once(whole, "exit"), once(other, "exit")]);
  whole.stdin.end();
  other.stdin.end();
  await gone;
  await letter.closed();
  const wanted = ["T1", "T2"].flatMap((unit) => entriesOf(unit, rounds));
  assert.deepEqual(letter.known.toSorted(), wanted.toSorted());
});

test("what is written into a file that was replaced meanwhile is kept whole, in JSON too, and no torn piece of it is read", async (t) => {
  const home = ownFolder(t);
  const [folder, refused] = [join(home, "run"), join(home, ".cairn/refused/r")];
  mkdirSync(folder);
  const workspace = await openWorkspace({ home: join(home, ".cairn") });
  const put = (version: number) =>
    workspace.project({
      run: "r",
      folder,
      version,
      files: { "notes.md": `# Notes ${version}\n`, "s.json": `{"v": ${version}}\n` },
    });
  await put(1);
  const names = ["notes.md", "s.json"];
  const open = names.map((name) => openSync(join(folder, name), "r+"));
  t.after(() => open.forEach((one) => closeSync(one)));
  await put(2);
  for (const one of open) writeSync(one, "MY WORDS\n", 0);
  assert.deepEqual((await put(3)).drift, []);
  const kept = readdirSync(refused).filter((name) => !name.endsWith(".why.txt"));
  assert.deepEqual(kept.map((name) => name.replace(/^\d+-/u, "")).toSorted(), names);
  for (const name of kept) assert.match(readFileSync(join(refused, name), "utf8"), /^MY WORDS/u);
  assert.equal(readFileSync(join(folder, "notes.md"), "utf8"), "# Notes 3\n");
});
