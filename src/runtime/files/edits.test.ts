// Tests of edits of run files: each counts exactly once; refused ones are saved and explained.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { digest } from "../../core/hash.ts";
import { ana, kept, put, room } from "../../../test/fixtures/edit-room.ts";
import { shelf } from "../../../test/fixtures/shelf.ts";

test("an edit is the command that it means, by whom the file names, and the file is written anew", async (t) => {
  const here = await room(t);
  here.write("shelf.json", '{ "by": "task-7", "things": ["a", "b"] }');
  await here.system.scan(here.run);
  assert.deepEqual(await here.things(), ["a", "b"]);
  assert.equal(here.file(), '{"things":["a","b"]}\n');
  const rows = await here.ledger.read({});
  assert.deepEqual(
    rows.slice(1).map(({ by }) => by),
    Array.from({ length: 2 }, () => '{"kind":"file","name":"task-7"}'),
  );
  assert.equal(rows[1]?.cause, rows[2]?.cause, "one edit is one send");
});

test("what doesn't count is kept byte for byte with its reason and what would fit, and the file is put back", async (t) => {
  const here = await room(t);
  await here.system.send(here.run, put("a"), ana);
  await here.system.settle();
  here.write("shelf.json", '{"things":["bad"]}');
  await here.system.scan(here.run);
  assert.deepEqual(await here.things(), ["a"]);
  assert.equal(here.file(), '{"things":["a"]}\n');
  assert.deepEqual(kept(here), {
    "1-shelf.json": '{"things":["bad"]}',
    "1-shelf.json.why.txt":
      "THING_BAD: shelf.json\nnobody wants that (at /things); what would fit: something else\n",
  });
});

test("broken JSON is refused with line and column, bytes that are no text too", async (t) => {
  const here = await room(t);
  const old = new Date(Date.now() - 10_000);
  const { utimesSync } = await import("node:fs");
  for (const bytes of ['{\n "things": [1,,2]\n}', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])]) {
    here.write("shelf.json", bytes);
    utimesSync(join(here.top, "shelf/shelf.json"), old, old);
    await here.system.scan(here.run);
  }
  const notes = Object.entries(kept(here)).flatMap(([name, text]) =>
    name.endsWith(".why.txt") ? [text] : [],
  );
  assert.match(notes[0] ?? "", /^FILE_BROKEN: shelf\.json\n.*line 2, column 15/u);
  assert.match(notes[1] ?? "", /^FILE_BROKEN: shelf\.json\nit is no UTF-8 text/u);
  assert.deepEqual(
    readFileSync(join(here.top, ".cairn/refused", here.run, "2-shelf.json")),
    Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
  );
});

test("an edit is its difference from the text last written; what an old copy takes back is refused and kept", async (t) => {
  const here = await room(t);
  for (const thing of ["a", "b"]) {
    await here.system.send(here.run, put(thing), ana);
    await here.system.settle();
  }
  here.write("shelf.json", '{"things":["a","mine"]}');
  await here.system.scan(here.run);
  assert.deepEqual(await here.things(), ["a", "b"]);
  assert.equal(here.file(), '{"things":["a","b"]}\n');
  assert.equal(kept(here)["1-shelf.json"], '{"things":["a","mine"]}');
});

test("with the cache lost, an edit is told apart from what was last written by the anchors", async (t) => {
  const here = await room(t);
  await here.system.send(here.run, put("a"), ana);
  await here.system.settle();
  here.write("shelf.json", '{"things":["a","mine"]}');
  rmSync(join(here.top, ".cairn/cache"), { recursive: true });
  await here.ledger.read({});
  const other = await here.again((workspace) => ({
    ...workspace,
    project: () => Promise.resolve({ written: [], older: true, drift: [] }),
  }));
  await other.send(here.run, put("b"), ana);
  await other.settle();
  await (await here.again()).scan(here.run);
  assert.deepEqual(await here.things(), ["a", "b", "mine"]);
  assert.deepEqual(kept(here), {});
});

test("killed between the command and the file, or read by two at once, an edit counts once", async (t) => {
  const here = await room(t);
  here.write("shelf.json", '{"things":["a"]}');
  const dying = await here.again((workspace) => ({
    ...workspace,
    project: () => Promise.reject(new Error("killed")),
  }));
  await assert.rejects(dying.scan(here.run));
  assert.deepEqual(await here.things(), ["a"]);
  await (await here.again()).scan(here.run);
  assert.deepEqual(
    [await here.things(), here.file(), kept(here)],
    [["a"], '{"things":["a"]}\n', {}],
  );
  here.write("shelf.json", '{"things":["a","b"]}');
  const both = [await here.again(), await here.again()];
  await Promise.all(both.map((system) => system.scan(here.run)));
  assert.deepEqual(
    [await here.things(), here.file(), kept(here)],
    [["a", "b"], '{"things":["a","b"]}\n', {}],
  );
});

test("an edit that comes while the one before is taken in counts for what it adds", async (t) => {
  let writes = 0;
  const here = await room(t);
  const system = await here.again((workspace) => ({
    ...workspace,
    project(projection) {
      writes += 1;
      if (writes === 1) here.write("shelf.json", '{"things":["a","b"]}');
      return workspace.project(projection);
    },
  }));
  here.write("shelf.json", '{"things":["a"]}');
  await system.scan(here.run);
  assert.deepEqual(
    [await here.things(), here.file(), kept(here)],
    [["a", "b"], '{"things":["a","b"]}\n', {}],
  );
});

test("where a command is first at the door, the edit is read anew on what it made", async (t) => {
  const here = await room(t);
  const other = await here.again();
  let sent = false;
  const system = await here.again((workspace) => ({
    ...workspace,
    async facts(...args) {
      if (!sent) {
        sent = true;
        await other.send(here.run, put("a"), ana);
      }
      return workspace.facts(...args);
    },
  }));
  here.write("shelf.json", '{"things":["a"]}');
  await system.scan(here.run);
  assert.deepEqual(
    [await here.things(), here.file(), kept(here)],
    [["a"], '{"things":["a"]}\n', {}],
  );
});

/** Accepts the same item repeatedly, as evidence can be given repeatedly. */
const heap: typeof shelf = {
  ...shelf,
  decide: (state, command, stamp) =>
    state !== null && command.type === "Put"
      ? [{ type: "Stood", data: { thing: String(Object.values(command.data ?? {})[0]) } }]
      : shelf.decide(state, command, stamp),
};

test("where another process is first with an earlier form of the same edit, only what it hadn't seen counts besides", async (t) => {
  const here = await room(t, undefined, heap);
  const other = await here.again();
  let first = true;
  const system = await here.again((workspace) => ({
    ...workspace,
    async facts(...args) {
      if (first) {
        first = false;
        here.write("shelf.json", '{"things":["a"]}');
        await other.scan(here.run);
        here.write("shelf.json", '{"things":["a","b"]}');
      }
      return workspace.facts(...args);
    },
  }));
  here.write("shelf.json", '{"things":["a","b"]}');
  await system.scan(here.run);
  assert.deepEqual(
    [await here.things(), here.file(), kept(here)],
    [["a", "b"], '{"things":["a","b"]}\n', {}],
  );
});

test("a file that is met while a writer has just emptied it is no text on which the next edit was made", async (t) => {
  const bases: (string | null)[] = [];
  const here = await room(t, undefined, {
    ...shelf,
    admit: (state, edits, ...rest) => {
      for (const { before } of edits) bases.push(before);
      return shelf.admit(state, edits, ...rest);
    },
  });
  here.write("shelf.json", '{"things":["a"]}');
  await here.system.scan(here.run);
  let emptied = true;
  const system = await here.again((workspace) => ({
    ...workspace,
    async drift(...asked) {
      const found = await workspace.drift(...asked);
      if (!emptied) return found;
      emptied = false;
      return found.map((one) => ({ ...one, text: "", digest: digest("") }));
    },
  }));
  here.write("shelf.json", '{"things":["a","b"]}');
  await system.scan(here.run);
  assert.deepEqual(await here.things(), ["a", "b"]);
  assert.deepEqual(bases.slice(-2), ['{"things":["a"]}\n', '{"things":["a"]}\n']);
});

test("an edit that others are always before stands there until a scan finds the run at rest", async (t) => {
  const here = await room(t);
  const other = await here.again((workspace) => ({
    ...workspace,
    project: () => Promise.resolve({ written: [], older: false, drift: [] }),
  }));
  let busy = true;
  let sent = 0;
  const system = await here.again((workspace) => ({
    ...workspace,
    async facts(...args) {
      sent += 1;
      if (busy) await other.send(here.run, put(`other ${sent}`), ana);
      return workspace.facts(...args);
    },
  }));
  here.write("shelf.json", '{"things":["a"]}');
  await system.scan(here.run);
  assert.equal(here.file(), '{"things":["a"]}');
  assert.ok(!(await here.things()).includes("a"));
  busy = false;
  await system.scan(here.run);
  assert.equal((await here.things()).filter((thing) => thing === "a").length, 1);
  assert.deepEqual(kept(here), {});
});

test("a file that was added by hand counts or is taken away and kept; one that was taken away says something too", async (t) => {
  const here = await room(t);
  here.write("in/one.txt", "one\n");
  here.write("in/two.txt", "bad\n");
  here.write("in/.hidden.txt", "mine");
  here.write("in/three.md", "mine");
  await here.system.scan(here.run);
  assert.deepEqual(await here.things(), ["one"]);
  assert.deepEqual(readdirSync(join(here.top, "shelf/in")).toSorted(), [".hidden.txt", "three.md"]);
  assert.deepEqual(Object.keys(kept(here)), ["1-two.txt", "1-two.txt.why.txt"]);
  rmSync(join(here.top, "shelf/shelf.json"));
  await here.system.scan(here.run);
  assert.deepEqual(await here.things(), ["one", "a hole"]);
  await here.system.scan(here.run);
  assert.equal((await here.ledger.read({})).length, 4);
});
