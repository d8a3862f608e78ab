// Tests of projection under kills, races and concurrent editors: files whole, no edit lost.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import type { Drift } from "../../src/workspace/workspace.ts";
import { compiled } from "../fixtures/compiled.ts";
import { ownFolder } from "./workspace-folder.ts";
import { filesOf } from "./workspace-projecting.ts";

const script = join(import.meta.dirname, "workspace-projecting.ts");
const project = (
  home: string,
  folder: string,
  from: number,
  step: number,
  until: number,
): ReturnType<typeof spawn> =>
  spawn(process.execPath, [script, home, folder, String(from), String(step), String(until)], {
    env: { ...process.env, ...compiled },
    stdio: ["ignore", "pipe", "inherit"],
  });

const versionIn = (text: string): number => {
  const value: unknown = JSON.parse(text);
  return typeof value === "object" &&
    value !== null &&
    "version" in value &&
    typeof value.version === "number"
    ? value.version
    : -1;
};
const versions = (folder: string): readonly number[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => versionIn(readFileSync(join(folder, name), "utf8")));

test("killed at any instant: every JSON file is whole, nothing is taken for an edit, and the next projection leaves no trace", async (t) => {
  const top = ownFolder(t);
  const [home, folder] = [join(top, ".cairn"), join(top, "run")];
  let last = 0;
  for (let round = 0; round < 15; round += 1) {
    const child = project(home, folder, last + 1, 1, last + 100_000);
    assert.ok(child.stdout);
    const lines = createInterface({ input: child.stdout });
    let seen = 0;
    lines.on("line", (line) => {
      seen += 1;
      last = Math.max(last, versionIn(line));
      assert.match(line, /"drift":\[\]/);
      // Somewhere within the next projections: the delay is in work, not in time.
      if (seen === 1 + (round % 4)) setTimeout(() => child.kill("SIGKILL"), (round * 7) % 11);
    });
    await once(child, "close");
    for (const version of versions(folder)) assert.ok(version > 0);
    const workspace = await openWorkspace({ home });
    assert.deepEqual(
      await workspace
        .drift("r1", folder, [])
        .then((drift) => drift.filter(({ text }) => text !== null)),
      [],
      `round ${round}`,
    );
    last += 1;
    assert.deepEqual(
      (
        await workspace.project({
          run: "r1",
          folder,
          version: last + 1,
          files: filesOf(last + 1),
        })
      ).drift,
      [],
    );
    last += 1;
    assert.deepEqual(new Set(versions(folder)), new Set([last]));
    assert.deepEqual(
      readdirSync(folder, { recursive: true, encoding: "utf8" }).sort(),
      [...Object.keys(filesOf(last)), "tasks"].sort(),
      "nothing half-written is left",
    );
  }
  assert.equal(existsSync(join(home, "refused")), false);
});

test("two processes that project at once never leave older files over newer ones", async (t) => {
  const top = ownFolder(t);
  const [home, folder] = [join(top, ".cairn"), join(top, "run")];
  const children = [project(home, folder, 1, 2, 79), project(home, folder, 2, 2, 80)];
  let newest = 0;
  for (const child of children) {
    assert.ok(child.stdout);
    createInterface({ input: child.stdout }).on("line", (line) => {
      assert.match(line, /"drift":\[\]/);
      if (!line.includes('"older":true')) newest = Math.max(newest, versionIn(line));
    });
  }
  const ended = await Promise.all(children.map((child) => once(child, "close")));
  assert.deepEqual(
    ended.map(([code]: unknown[]) => code),
    [0, 0],
  );
  assert.equal(newest, 80);
  assert.deepEqual(new Set(versions(folder)), new Set([80]));
});

test("an editor who writes in place or by rename while files are projected never loses his bytes", async (t) => {
  const top = ownFolder(t);
  const [home, folder, seen] = [join(top, ".cairn"), join(top, "run"), join(top, "seen")];
  const edits = 120;
  const workspace = await openWorkspace({ home });
  const version = { now: 1 };
  const files = (): Readonly<Record<string, string>> => ({
    "notes.md": `# Notes\nversion ${version.now}\n`,
    "session.json": `{"version":${version.now}}\n`,
  });
  await workspace.project({ run: "r1", folder, version: 1, files: files() });
  writeFileSync(seen, "0");
  const settle = ({ path, text, digest, mark }: Drift): Promise<void> =>
    workspace.settle("r1", [{ path, digest: digest ?? "", base: text, mark }]);
  const editor = join(top, "editor.mjs");
  writeFileSync(
    editor,
    `import { readFileSync, renameSync, writeFileSync } from "node:fs";
const [, , file, seen] = process.argv;
for (let edit = 1; edit <= ${edits}; edit += 1) {
  const renames = edit % 2 === 0;
  writeFileSync(renames ? file + ".new" : file, "# Notes\\nedit " + edit + "\\n");
  if (renames) renameSync(file + ".new", file);
  const until = Date.now() + 20_000;
  while (Number(readFileSync(seen, "utf8")) < edit) {
    if (Date.now() > until) { console.error("edit " + edit + " was lost"); process.exit(1); }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 2);
  }
}`,
  );
  const child = spawn(process.execPath, [editor, join(folder, "notes.md"), seen], {
    stdio: "inherit",
  });
  const state = { code: -1 };
  const ended = once(child, "exit").then(([code]: unknown[]) => void (state.code = Number(code)));
  let found = 0;
  for (; state.code === -1; version.now += 1) {
    const { drift } = await workspace.project({
      run: "r1",
      folder,
      version: version.now,
      files: files(),
    });
    for (const one of drift) {
      const edit = Number(/^# Notes\nedit (\d+)\n$/.exec(one.text ?? "")?.[1] ?? 0);
      if (edit === 0) continue;
      found = Math.max(found, edit);
      await settle(one);
      writeFileSync(`${seen}.new`, String(edit));
      writeFileSync(seen, String(edit));
    }
    await new Promise(setImmediate);
  }
  await ended;
  assert.equal(state.code, 0);
  assert.equal(found, edits);
  version.now += 1;
  for (const one of await workspace.drift("r1", folder, [])) await settle(one);
  await workspace.project({ run: "r1", folder, version: version.now, files: files() });
  assert.equal(readFileSync(join(folder, "notes.md"), "utf8"), files()["notes.md"]);
});
