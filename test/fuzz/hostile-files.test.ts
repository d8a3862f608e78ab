// Tests of hostile disk entries in place of a projected file (session.json): nothing of the run is lost.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openScene } from "../lies/scene.ts";
import { bring } from "../lies/setting.ts";

type Hostile = {
  readonly name: string;
  /** In place of session.json. */
  readonly put: (path: string, text: string) => void;
  readonly sees: string;
  /** kept: its bytes are, and the file is put back. back: it is put back. stays: it is not ours to take away. */
  readonly then: "kept" | "back" | "stays";
};
const over =
  (made: (text: string) => string | Uint8Array): Hostile["put"] =>
  (path, text) =>
    writeFileSync(path, made(text));
const instead =
  (make: (path: string) => void): Hostile["put"] =>
  (path) => {
    rmSync(path);
    make(path);
  };
const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;

const cases: readonly Hostile[] = [
  {
    name: "cut off",
    put: over((text) => text.slice(0, 300)),
    sees: "a text begins here whose closing quote is missing (line 12, column 5)",
    then: "kept",
  },
  { name: "empty", put: over(() => ""), sees: "ultrawork · execution", then: "back" },
  {
    name: "UTF-16",
    put: over((text) => Buffer.from(text, "utf16le")),
    sees: '"\\u0000" stands (line 1, column 2)',
    then: "kept",
  },
  {
    name: "UTF-16 with its mark",
    put: over((text) => Buffer.from(`\u{feff}${text}`, "utf16le")),
    sees: "it is no UTF-8 text",
    then: "kept",
  },
  {
    name: "Latin-1",
    put: over((text) => Buffer.from(text.replace("login", "lögin"), "latin1")),
    sees: "it is no UTF-8 text",
    then: "kept",
  },
  {
    name: "a key that stands twice",
    put: over((text) => text.replace('"goal"', '"goal": "x", "goal"')),
    sees: 'the key "goal" stands twice in one object',
    then: "kept",
  },
  {
    name: "10,000 levels",
    put: over(() => deep),
    sees: "lists and objects nest deeper than 100 levels here (line 1, column 101)",
    then: "kept",
  },
  {
    name: "10,000 levels in a key of one's own",
    put: over((text) => text.replace('"version"', `"mine": ${deep}, "version"`)),
    sees: "nest deeper than 100 levels here (line 2",
    then: "kept",
  },
  {
    name: "a character more",
    put: over((text) => `${text}\0`),
    sees: "nothing may follow the value",
    then: "kept",
  },
  {
    name: "100 MB",
    put: (path) => truncateSync(path, 100 * 1024 * 1024),
    sees: "FILE_OVERSIZED: TOP/sessions/shop/sessions/s1/session.json has 104857600 bytes, more than 67108864",
    then: "stays",
  },
  {
    name: "a link that leads out",
    put: instead((path) => symlinkSync("/etc/hostname", path)),
    sees: "PATH_LINKED: TOP/sessions/shop/sessions/s1/session.json is a symbolic link",
    then: "stays",
  },
  {
    name: "a folder",
    put: instead((path) => mkdirSync(path)),
    sees: "FOLDER_OBSTRUCTED: TOP/sessions/shop/sessions/s1/session.json is no plain file",
    then: "stays",
  },
  {
    name: "a pipe",
    put: instead((path) => execFileSync("mkfifo", [path])),
    sees: "FOLDER_OBSTRUCTED: TOP/sessions/shop/sessions/s1/session.json is no plain file",
    then: "stays",
  },
];

for (const { name, put, sees, then } of cases) {
  test(`${name} in place of session.json`, async () => {
    const scene = await openScene("approved", (system, keep) => bring(system, "approved", keep));
    const path = join(scene.folder, "session.json");
    put(path, scene.text("session.json"));
    // Nobody is still writing it.
    const lately = new Date(Date.now() - 60_000);
    if (then !== "stays") utimesSync(path, lately, lately);
    const bytes = then === "kept" ? readFileSync(path).toString("latin1") : null;
    const status = await scene.say(["status", scene.run]);
    const told = then === "kept" ? scene.text("refused.md") : "";
    assert.ok(scene.plain(`${status} ${told}`).includes(sees), scene.plain(`${status} ${told}`));
    if (bytes !== null) assert.ok(scene.bytesAside().includes(bytes), "its bytes are kept");
    const paused = await scene.cairn(["send", scene.run, "Pause"]);
    assert.match(paused.out, /run paused/u);
    if (then === "stays") rmSync(path, { recursive: true });
    assert.equal((await scene.cairn(["status", scene.run])).exit, 0);
    const files = await scene.with((system) => system.files(scene.run));
    assert.equal(
      scene.text("session.json"),
      Object.entries(files).find(([one]) => one === "session.json")?.[1],
    );
    assert.equal((await scene.cairn(["verify"])).exit, 0);
  });
}
