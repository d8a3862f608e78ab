// Tests of the four doors: the same command makes the same events at each.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { commandLine, type Door, edited, events, library, mcp, room } from "./door.ts";
import { type Row, rows } from "./words.ts";

/** The whole story at one door; what it can't say is said by the library. */
const story = async (
  t: TestContext,
  say: (row: Row) => Door,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const here = room(t);
  const told = new Map<string, readonly string[]>();
  let after = 0;
  for (const row of rows) {
    await say(row)(here, row.word);
    const made = await events(here, after);
    after += made.length;
    told.set(row.name, made);
  }
  return told;
};

/** A hand edit is the work of whoever uses the machine, under his own name: that is the one thing in which it may differ. */
const unnamed = (made: readonly string[] = []): readonly string[] =>
  made.map((line) =>
    line.replace(/ by \S+ for \S+$/u, "").replaceAll(/"by":"[^"]*"/gu, '"by":"WHO"'),
  );

test("twenty commands make the same events by library, command line, MCP and, where the format has a place for them, by file", async (t) => {
  assert.equal(rows.length, 20);
  const byLibrary = await story(t, () => library);
  for (const [name, made] of byLibrary) assert.ok(made.length > 0, `${name} makes events`);
  const doors: Readonly<Record<string, (row: Row) => Door>> = {
    "the command line": () => commandLine,
    MCP: () => mcp(t),
    "a file": ({ file }) => (typeof file === "string" ? library : (here) => edited(here, file)),
  };
  for (const [door, say] of Object.entries(doors)) {
    const told = await story(t, say);
    for (const { name, file } of rows) {
      const [here, there] = [told.get(name), byLibrary.get(name)];
      if (door === "a file" && typeof file !== "string")
        assert.deepEqual(unnamed(here), unnamed(there), `${name}, by ${door}`);
      else assert.deepEqual(here, there, `${name}, by ${door}`);
    }
  }
});
