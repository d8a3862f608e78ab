// Tests of the player's published schemas against examples, golden files and adopted folders.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { check } from "../../src/protocols/player/check/check.ts";
import { fileSchemas } from "../../src/protocols/player/files/schemas.ts";
import { desk, type Free, play, start } from "../fixtures/player-desk.ts";
import { misfits } from "./fits.ts";
import { example, folder, json, snapshot, takeOver } from "./player-folders.ts";

const schema = (path: string): unknown =>
  fileSchemas
    .find(({ name }) =>
      path.startsWith("checkpoints/") ? name.startsWith("checkpoints/") : name === path,
    )
    ?.schema();
const folderMisfits = (files: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(files).flatMap(([path, text]) => {
    const kind = path.endsWith(".json") ? schema(path) : undefined;
    return kind === undefined ? [] : misfits(kind, JSON.parse(text), path);
  });

test("the published examples fit", () => {
  assert.deepEqual(misfits(schema("session-state.json"), example()), []);
  assert.deepEqual(misfits(schema("checkpoints/CP-01.json"), snapshot()), []);
});

test("what a run writes fits at every step, and what an adopted folder becomes", () => {
  const run = desk(start());
  for (const id of ["N-001", "N-002"]) {
    play(run, id);
    assert.deepEqual(folderMisfits(run.files()), []);
  }
  assert.deepEqual(
    folderMisfits(
      takeOver(folder({ ...example(), status: "active", created_at: "soon" })).run.files(),
    ),
    [],
  );
});

test("every file of every golden story of the player fits", () => {
  const stories = join(import.meta.dirname, "..", "golden");
  for (const entry of readdirSync(stories, { recursive: true, withFileTypes: true })) {
    const path = entry.parentPath.endsWith("/checkpoints")
      ? `checkpoints/${entry.name}`
      : entry.name;
    const kind = entry.isFile() && path.endsWith(".json") ? schema(path) : undefined;
    if (kind !== undefined)
      assert.deepEqual(
        misfits(kind, JSON.parse(readFileSync(join(entry.parentPath, entry.name), "utf8")), path),
        [],
      );
  }
});

const broken: readonly (readonly [path: readonly (string | number)[], value: unknown])[] = [
  [["session_id"], undefined],
  [["status"], "resting"],
  [["context"], []],
  [["context", "goal"], 5],
  [["execution_plan"], {}],
  [["execution_plan", 0, "nodes"], "N-001"],
  [["node_states"], []],
  [["node_states", "N-001", "status"], "napping"],
  [["node_states", "N-001", "artifacts"], { 0: "a" }],
  [["node_states", "N-001", "session_id"], 7],
  [["created_at"], "yesterday"],
];
for (const [path, value] of broken)
  test(`${path.join(".")} as ${JSON.stringify(value)} fits neither the schema nor the check`, () => {
    const document: Free = example();
    let inner: Free = document;
    for (const key of path.slice(0, -1)) inner = inner[key];
    if (value === undefined) delete inner[path.at(-1) ?? ""];
    else inner[path.at(-1) ?? ""] = value;
    assert.notDeepEqual(misfits(schema("session-state.json"), document), []);
    assert.notDeepEqual(check({ "x/session-state.json": json(document) }), []);
  });
