// Tests that a ledger shown live holds every event once.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogLine, LogPage } from "../../../src/http/answers.ts";
import { withLines, pageAfter, pageOf, pageSize, pagesOf } from "./log-pages.ts";

const line = (version: number): LogLine => ({
  seq: version,
  run: "a",
  version,
  type: "Noted",
  at: "2026-01-01T00:00:00.000Z",
  by: "engine",
  told: "",
  job: null,
  fence: null,
});
const page = (from: number, to: number): LogPage => ({
  run: "a",
  newest: to,
  lines: Array.from({ length: to - from + 1 }, (_, index) => line(from + index)),
});
const versions = (found: LogPage | "gap" | null): unknown =>
  found === null || found === "gap" ? found : found.lines.map(({ version }) => version);

test("versions fall into pages of a thousand", () => {
  assert.deepEqual([1, 1_000, 1_001, 2_000, 2_001].map(pageOf), [0, 0, 1, 1, 2]);
  assert.deepEqual([0, 1, 1_000, 1_001].map(pagesOf), [0, 1, 1, 2]);
  assert.equal(pageAfter(2), 2_000);
});

test("live lines are appended, none twice", () => {
  assert.deepEqual(
    versions(withLines(page(1, 3), 0, [line(2), line(3), line(4), line(5)])),
    [1, 2, 3, 4, 5],
  );
  assert.equal(withLines(page(1, 3), 0, [line(2), line(3)]), null);
  assert.equal(versions(withLines(page(1, 3), 0, [line(5)])), "gap");
});

test("a page takes none of its neighbours' lines, but knows that there are newer ones", () => {
  const full = page(1, pageSize);
  const told = withLines(full, 0, [line(pageSize + 1)]);
  assert.ok(told !== null && told !== "gap");
  assert.equal(told.lines.length, pageSize);
  assert.equal(told.newest, pageSize + 1);
  assert.deepEqual(
    versions(
      withLines({ run: "a", newest: pageSize, lines: [] }, 1, [line(pageSize), line(pageSize + 1)]),
    ),
    [pageSize + 1],
  );
});
