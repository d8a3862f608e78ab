// Tests of the copies of refused edits: exact bytes, long names, concurrent writes.
import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ana, kept, put, room } from "../../../test/fixtures/edit-room.ts";
import { shelf } from "../../../test/fixtures/shelf.ts";
import { refuse } from "../../core/refusal.ts";

test("what is kept is what was judged, also where somebody writes anew meanwhile; that is read on its own", async (t) => {
  const here = await room(t);
  let first = true;
  const system = await here.again((workspace) => ({
    ...workspace,
    facts(...args) {
      if (first) here.write("shelf.json", '{"things":["good"]}');
      first = false;
      return workspace.facts(...args);
    },
  }));
  here.write("shelf.json", '{"things":["bad"]}');
  await system.scan(here.run);
  assert.equal(kept(here)["1-shelf.json"], '{"things":["bad"]}');
  assert.deepEqual([await here.things(), here.file()], [["good"], '{"things":["good"]}\n']);
});

test("a name as long as the disk takes can be refused as any other", async (t) => {
  const here = await room(t);
  for (const name of ["a", "é".repeat(125), "z".repeat(251)]) here.write(`in/${name}.txt`, "bad\n");
  await here.system.scan(here.run);
  assert.equal(Object.values(kept(here)).filter((text) => text === "bad\n").length, 3);
  assert.ok(!existsSync(join(here.top, "shelf/in")));
  const rows = (await here.ledger.read({})).length;
  await here.system.scan(here.run);
  assert.equal((await here.ledger.read({})).length, rows, "it is dealt with once");
});

test("a file that is ours no more goes away, though the cache is lost while it is written", async (t) => {
  const rules: typeof shelf = {
    ...shelf,
    write: (state, log) => ({
      ...shelf.write(state, log),
      ...(state.things.length === 1 ? { "only.md": "one thing\n" } : {}),
    }),
  };
  const here = await room(t, undefined, rules);
  await here.system.send(here.run, put("a"), ana);
  await here.system.settle();
  const only = join(here.top, "shelf/only.md");
  assert.ok(existsSync(only));
  let lost = false;
  const other = await here.again((workspace) => ({
    ...workspace,
    async project(projection) {
      if (!lost) rmSync(join(here.top, ".cairn", "cache"), { recursive: true });
      lost = true;
      return workspace.project(projection);
    },
  }));
  await other.send(here.run, put("b"), ana);
  await other.settle();
  assert.ok(lost && !existsSync(only));
  assert.deepEqual(kept(here), {});
});

test("a file of ours is no edit for a process that is behind whoever wrote it and begins the cache anew", async (t) => {
  const rules: typeof shelf = {
    ...shelf,
    admit: (_state, edits) =>
      Promise.resolve(
        edits.map(({ path }) => ({
          path,
          commands: [],
          by: null,
          refused: refuse("EDITED", "no edit"),
        })),
      ),
  };
  const here = await room(t, undefined, rules);
  const behind = await here.again((workspace) => ({
    ...workspace,
    // It folded the run before "a" was added; while it projects, another process writes later versions, and the cache is lost.
    async project(projection) {
      if (first) {
        first = false;
        await here.system.send(here.run, put("a"), ana);
        await here.system.settle();
        rmSync(join(here.top, ".cairn", "cache"), { recursive: true });
      }
      return workspace.project(projection);
    },
  }));
  let first = true;
  rmSync(join(here.top, ".cairn", "cache"), { recursive: true });
  await behind.scan(here.run);
  assert.deepEqual(
    [await here.things(), here.file(), kept(here)],
    [["a"], '{"things":["a"]}\n', {}],
  );
  assert.deepEqual((await here.ledger.read({})).length, 2);
});
