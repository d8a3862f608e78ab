// Tests of file records: when a stat is trusted, and any difference is looked into.
import assert from "node:assert/strict";
import { lstatSync } from "node:fs";
import { test } from "node:test";
import { isAsRecorded } from "./records.ts";

const stat = lstatSync(import.meta.filename);
const at = 1_800_000_000_123.4;
const with_ = (mtime: number, ctime = mtime): typeof stat =>
  Object.assign(Object.create(stat), { mtimeMs: mtime, ctimeMs: ctime, size: 5, ino: 7 });
const trusted = (mtime: number, ctime: number, seen: number, now = with_(mtime, ctime)): boolean =>
  isAsRecorded({ size: 5, ino: 7, mtime, ctime, seen }, now);

test("a stat is trusted once it was older than a tick when the bytes were last compared", () => {
  assert.equal(trusted(at, at, at + 1_000), true);
  assert.equal(trusted(at, at, at + 10), false, "written in the tick of the look");
  assert.equal(
    trusted(at - 9_000, at, at + 10),
    false,
    "renamed into place in the tick of the look, its time kept",
  );
  assert.equal(
    trusted(at - (at % 1_000), at - (at % 1_000), at - (at % 1_000) + 1_500),
    false,
    "where times are whole seconds, ticks are",
  );
  assert.equal(trusted(at - (at % 1_000), at - (at % 1_000), at - (at % 1_000) + 2_500), true);
});

test("any difference of time, size or file is looked into", () => {
  for (const other of [{ mtimeMs: at + 1 }, { ctimeMs: at + 1 }, { size: 6 }, { ino: 8 }]) {
    assert.equal(
      trusted(at, at, at + 1_000, Object.assign(with_(at), other)),
      false,
      JSON.stringify(other),
    );
  }
});
