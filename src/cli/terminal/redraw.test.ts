// Tests of the live picture: lines above it stay whole, and are cut only after four rows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { columns } from "./layout.ts";
import { redraw } from "./redraw.ts";

const rowsOf = (text: string): readonly string[] =>
  text
    .replace(/\u001b\[[?0-9;]*[A-Za-z]/gu, "")
    .split("\n")
    .slice(0, -1);

test("a line above the picture is told whole, in rows that fit, and the picture stands below it again", () => {
  const written: string[] = [];
  const screen = redraw(
    (text) => void written.push(text),
    () => ({ width: 40, colour: false }),
  );
  screen.show(["the picture"]);
  const line =
    "14:23:38  warning agent codex: its model server refuses the login or key: log in with that program";
  screen.above(line, 10);
  screen.end();
  const rows = rowsOf(written[1] ?? "");
  assert.equal(rows.at(-1), "the picture");
  for (const row of rows) assert.ok(columns(row) <= 40, row);
  assert.equal(
    rows
      .slice(0, -1)
      .map((row) => row.trim())
      .join(" "),
    line,
  );
  assert.ok(
    rows.slice(1, -1).every((row) => row.startsWith(" ".repeat(10))),
    rows.join("\n"),
  );
});

test("a line that would fill the screen is cut after four rows", () => {
  const written: string[] = [];
  const screen = redraw(
    (text) => void written.push(text),
    () => ({ width: 30, colour: false }),
  );
  screen.above("word ".repeat(100).trim(), 10);
  screen.end();
  const rows = rowsOf(written[0] ?? "");
  assert.equal(rows.length, 4);
  assert.ok(rows.every((row) => columns(row) <= 30) && rows.at(-1)?.endsWith("…"), rows.join("\n"));
});
