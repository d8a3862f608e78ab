// Why: an edit counts exactly once for what it changed, whoever else writes, dies or edits at the same time; what doesn't count is kept and explained.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { testEngine } from "../../test/fixtures/engine.ts";
import { shelf } from "../../test/fixtures/shelf.ts";
import { isRefusal } from "../core/refusal.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { openMemory } from "../ledger/memory.ts";
import { openWorkspace } from "../workspace/open-workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { makeSystem } from "./make-system.ts";
import type { System } from "./system.ts";

const ana = { kind: "person", name: "ana" } as const;
const put = (thing: string) => [{ type: "Put", data: { thing } }];
const noRunner = { drive: () => Promise.reject(new Error("not here")), check: () => Promise.reject(new Error("not here")) };

type Room = {
  readonly system: System;
  readonly run: string;
  /** The folder that holds .cairn. */
  readonly top: string;
  readonly ledger: Ledger;
  again(wrap?: (workspace: Workspace) => Workspace): Promise<System>;
  write(path: string, text: string | Uint8Array): void;
  things(): Promise<readonly string[]>;
  file(): string;
};
const room = async (t: TestContext, wrap?: (workspace: Workspace) => Workspace, rules = shelf): Promise<Room> => {
  const top = mkdtempSync(join(tmpdir(), "cairn-edits-"));
  t.after(() => rmSync(top, { recursive: true, force: true }));
  const ledger = openMemory({});
  const again: Room["again"] = async (outer = (same) => same) => {
    const workspace = outer(await openWorkspace({ home: join(top, ".cairn") }));
    const engine = { ...testEngine(rules, { ledger, workspace }), root: top, base: top };
    const later = (ms: number, then: () => void): (() => void) => {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    };
    return makeSystem(engine, { elapsed: () => performance.now(), later }, noRunner);
  };
  const system = await again(wrap);
  const started = await system.start("shelf", {}, ana);
  assert.ok(!isRefusal(started), JSON.stringify(started));
  await system.settle();
  return {
    system,
    run: started.run,
    top,
    ledger,
    again,
    write(path, text) {
      mkdirSync(dirname(join(top, "shelf", path)), { recursive: true });
      writeFileSync(join(top, "shelf", path), text);
    },
    things: async () => (await ledger.read({})).flatMap(({ type, data }) => (type === "Stood" ? [data.slice(10, -2)] : [])),
    file: () => readFileSync(join(top, "shelf/shelf.json"), "utf8"),
  };
};
const kept = ({ top, run }: Room): Readonly<Record<string, string>> => {
  const folder = join(top, ".cairn/refused", run);
  return existsSync(folder) ? Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")])) : {};
};

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
    "1-shelf.json.why.txt": "THING_BAD: shelf.json\nnobody wants that (at /things); what would fit: something else\n",
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
  const notes = Object.entries(kept(here)).flatMap(([name, text]) => (name.endsWith(".why.txt") ? [text] : []));
  assert.match(notes[0] ?? "", /^FILE_BROKEN: shelf\.json\n.*line 2, column 15/u);
  assert.match(notes[1] ?? "", /^FILE_BROKEN: shelf\.json\nit is no UTF-8 text/u);
  assert.deepEqual(readFileSync(join(here.top, ".cairn/refused", here.run, "2-shelf.json")), Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
});

test("a whole file that was made from an old copy counts for what it changed", async (t) => {
  const here = await room(t);
  for (const thing of ["a", "b", "c"]) {
    await here.system.send(here.run, put(thing), ana);
    await here.system.settle();
  }
  here.write("shelf.json", '{"things":["a","mine"]}');
  await here.system.scan(here.run);
  assert.deepEqual(await here.things(), ["a", "b", "c", "mine"]);
  rmSync(join(here.top, ".cairn/cache"), { recursive: true });
  const other = await here.again();
  await other.send(here.run, put("d"), ana);
  await other.settle();
  here.write("shelf.json", '{"things":["a","b","older"]}');
  await other.scan(here.run);
  assert.deepEqual(await here.things(), ["a", "b", "c", "mine", "d", "older"]);
});

test("killed between the command and the file, or read by two at once, an edit counts once", async (t) => {
  const here = await room(t);
  here.write("shelf.json", '{"things":["a"]}');
  const dying = await here.again((workspace) => ({ ...workspace, project: () => Promise.reject(new Error("killed")) }));
  await assert.rejects(dying.scan(here.run));
  assert.deepEqual(await here.things(), ["a"]);
  await (await here.again()).scan(here.run);
  assert.deepEqual([await here.things(), here.file(), kept(here)], [["a"], '{"things":["a"]}\n', {}]);
  here.write("shelf.json", '{"things":["a","b"]}');
  const both = [await here.again(), await here.again()];
  await Promise.all(both.map((system) => system.scan(here.run)));
  assert.deepEqual([await here.things(), here.file(), kept(here)], [["a", "b"], '{"things":["a","b"]}\n', {}]);
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
  assert.deepEqual([await here.things(), here.file(), kept(here)], [["a", "b"], '{"things":["a","b"]}\n', {}]);
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
  assert.deepEqual([await here.things(), here.file(), kept(here)], [["a"], '{"things":["a"]}\n', {}]);
});

/** A shelf that takes the same thing again and again, as evidence may be given again. */
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
  assert.deepEqual([await here.things(), here.file(), kept(here)], [["a", "b"], '{"things":["a","b"]}\n', {}]);
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
  here.write("in/two.txt", "bad");
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
