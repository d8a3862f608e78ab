// Why: agents append to a file that is replaced under them all the time; what they wrote is read once each, however their writes fall between ours.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
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

test("two processes append to a file that is replaced 1,000 times: no entry is lost, none is read twice", async (t) => {
  const home = ownFolder(t);
  const folder = join(home, "run");
  mkdirSync(folder);
  const workspace = await openWorkspace({ home: join(home, ".cairn") });
  const known: string[] = [];
  let version = 0;
  let settled: Readonly<Record<string, string>> = {};
  const read = (drift: readonly Drift[]): void => {
    for (const { path, text, digest } of drift) {
      if (digest !== null) settled = { ...settled, [path]: digest };
      for (const entry of (text ?? "").split(/^(?=## )/mu).slice(1)) if (!known.includes(entry)) known.push(entry);
    }
  };
  /** As a projector does: what it may not replace is read first. */
  const replace = async (): Promise<void> => {
    version += 1;
    for (let again = true; again;) {
      const files = { [file]: `# Letter ${version}\n${known.join("")}` };
      const done = await workspace.project({ run: "r", folder, version, files, settled });
      settled = {};
      read(done.drift);
      again = done.drift.length > 0;
    }
  };
  await replace();
  const agents: readonly ChildProcess[] = ["T1", "T2"].map((unit) =>
    spawn(process.execPath, ["-e", appender, join(folder, file), unit], { stdio: ["pipe", "ignore", "inherit"] }),
  );
  const gone = Promise.all(agents.map((agent) => once(agent, "exit")));
  for (let n = 0; n < replacements; n += 1) {
    if (n % 4 === 0) for (const { stdin } of agents) stdin?.write("go\n");
    await replace();
  }
  for (const { stdin } of agents) stdin?.end();
  await gone;
  read(await workspace.drift("r", folder, []));
  await replace();

  const wanted = ["T1", "T2"].flatMap((unit) =>
    Array.from({ length: replacements / 4 }, (_, n) => `## ${unit} ${n + 1}\nbody of ${n + 1}\n`),
  );
  assert.deepEqual(known.toSorted(), wanted.toSorted());
  assert.equal(readFileSync(join(folder, file), "utf8"), `# Letter ${version}\n${known.join("")}`);
  assert.deepEqual(readdirSync(folder), [file]);
});
