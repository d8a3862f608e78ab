// Tests of `check` on stigmergy state files: each fault with its place, no finding in sound ones.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../../src/core/run-files.ts";
import { check } from "../../src/protocols/stigmergy/check/check.ts";
import { fileSchemas } from "../../src/protocols/stigmergy/files/schemas.ts";
import { misfits } from "./fits.ts";
import { changed, type Free, json, refusal, sound, takeOver } from "./stigmergy-files.ts";

const of = (document: Free): readonly Finding[] =>
  check({ ".ai/state.json": typeof document === "string" ? document : json(document) }) ?? [];
const told = (document: Free): readonly string[] =>
  of(document).map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);

test("of a sound file nothing is said, nor of one that was taken over and written again", () => {
  assert.deepEqual(told(sound()), []);
  assert.deepEqual(told(takeOver(sound()).text), []);
  assert.deepEqual(misfits(fileSchemas[0]?.schema(), sound()), []);
});

test("what adoption refuses is an error, and what it reads otherwise a warning, each at its place", () => {
  const wrong = changed((state) => {
    state.project_manifest.epics[0].stories[1].status = "DONE";
    state.project_manifest.epics[0].status = "PENDING";
    state.project_manifest.epics[1].status = "IN_PROGRESS";
    state.history[1].signal = null;
    state.issue_log[0].history_ref = ["2020-01-01T00:00:00Z"];
  });
  assert.deepEqual(told(wrong), [
    "warning EPIC_DERIVED /project_manifest/epics/0/status",
    "error VALUE_UNKNOWN /project_manifest/epics/0/stories/1/status",
    "warning EPIC_DERIVED /project_manifest/epics/1/status",
    "error TYPE_WRONG /history/1/signal",
    "warning REFERENCE_DANGLING /issue_log/0/history_ref",
  ]);
  const [first] = of(changed((state) => void (state.project_status = "SHIPPING")));
  assert.deepEqual([first?.line, first?.column, first?.path], [5, 21, ".ai/state.json"]);
});

test("one that is cut in half names the place, and a later engine's file is told as that", () => {
  const [half] = of(json(sound()).slice(0, 300));
  assert.deepEqual([half?.code, half?.severity], ["FILE_BROKEN", "error"]);
  assert.ok((half?.line ?? 0) > 5);
  assert.deepEqual(told(changed((state) => void (state.schema_version = "9"))), [
    "error SCHEMA_UNKNOWN /schema_version",
  ]);
});

test("marks of a merge are told as such", () => {
  const text = json(sound()).replace('  "system_signal"', '<<<<<<< mine\n  "system_signal"');
  assert.deepEqual(
    of(text).map(({ code, line, message }) => [
      code,
      line,
      message.startsWith("a merge left its marks"),
    ]),
    [["FILE_BROKEN", 6, true]],
  );
});

test("all of a folder are judged, and files of others are none of ours", () => {
  const files = {
    "state.json": json(sound()),
    "archive/x-20260101/state.json": json({ ...sound(), history: 1 }),
    "notes.md": "#",
  };
  assert.deepEqual(
    check(files, ".ai")?.map(({ path, code }) => [path, code]),
    [["archive/x-20260101/state.json", "TYPE_WRONG"]],
  );
  assert.equal(
    check({ "x/state.json": json({ phase: "plan", mode: "development", tasks: {} }) }),
    null,
  );
  assert.equal(check({ "x/state.json": "{" }), null);
  assert.deepEqual(
    check({ "state.json": "{" }, ".ai")?.map(({ code }) => code),
    ["FILE_BROKEN"],
  );
});

test("what is missing is told as adoption reads it: the project's folder names it, and a list is one", () => {
  const old = changed((state) => {
    delete state.project_name;
    delete state.history[0].files_modified;
  });
  const wanted = refusal(old).more?.map(({ text }) => text) ?? [];
  assert.deepEqual(wanted, [
    'the key project_name is missing: it is read as "seed-shop"',
    "the key files_modified is missing: it is read as []",
  ]);
  const text = json(old);
  for (const findings of [
    check({ ".ai/state.json": text }, "seed-shop"),
    check({ ".ai/state.json": text }, undefined, "seed-shop"),
    check({ "state.json": text }, ".ai", "seed-shop"),
    check({ "seed-shop/.ai/state.json": text }, "all"),
  ])
    assert.deepEqual(findings?.map(({ message }) => message).toSorted(), wanted.toSorted());
});
