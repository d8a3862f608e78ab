// Tests of edits that several processes see, or that a process dies over: each counts once, and none is lost.
import assert from "node:assert/strict";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ana, kept, put, type Room, room } from "../../../test/fixtures/edit-room.ts";
import type { System } from "../system.ts";

/** Another process looks for edits of the run, and somebody acts before it reads what it found. */
const looking = (here: Room, act: () => void | Promise<void>): Promise<System> => {
  const acts = [act];
  return here.again((workspace) => ({
    ...workspace,
    drift: async (...asked) => {
      const found = await workspace.drift(...asked);
      await acts.pop()?.();
      return found;
    },
  }));
};

test("what a look has found counts, though somebody writes over it before it is read", async (t) => {
  const here = await room(t);
  here.write("shelf.json", '{"things":["first"]}');
  const seeing = await looking(here, () => here.write("shelf.json", '{"things":["second"]}'));
  await seeing.scan(here.run);
  assert.deepEqual(await here.things(), ["first"]);
  assert.equal(here.file(), '{"things":["first"]}\n');
  assert.equal(kept(here)["1-shelf.json"], '{"things":["second"]}', "which takes the first back");
});

for (const bytes of ['{"things":["bad"]}', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])])
  test(`what another has refused and put back meanwhile is refused once: ${typeof bytes}`, async (t) => {
    const here = await room(t);
    here.write("shelf.json", bytes);
    const old = new Date(Date.now() - 10_000);
    utimesSync(join(here.top, "shelf/shelf.json"), old, old);
    const other = await here.again();
    await (await looking(here, () => other.scan(here.run))).scan(here.run);
    assert.equal(here.file(), '{"things":[]}\n');
    assert.deepEqual(Object.keys(kept(here)), ["1-shelf.json", "1-shelf.json.why.txt"]);
  });

test("killed after an edit was read, before its file is written anew, the next look writes it", async (t) => {
  const here = await room(t);
  await here.system.send(here.run, put("a"), ana);
  await here.system.settle();
  here.write("shelf.json", '{ "things": ["a"] }');
  const dying = await here.again((workspace) => ({
    ...workspace,
    project: () => Promise.reject(new Error("killed")),
  }));
  await assert.rejects(dying.scan(here.run));
  await (await here.again()).scan(here.run);
  assert.equal(here.file(), '{"things":["a"]}\n');
});
