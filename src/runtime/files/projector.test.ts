// Tests of the projector: files follow the ledger, reappear when deleted, keep edits.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { testEngine } from "../../../test/fixtures/engine.ts";
import { tally } from "../../../test/fixtures/tally.ts";
import type { Protocol } from "../../core/protocol.ts";
import { Fault, isRefusal } from "../../core/refusal.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { openMemory } from "../../../test/fixtures/memory-ledger.ts";
import { openWorkspace } from "../../workspace/open-workspace.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { makeSystem } from "../system/make.ts";
import type { System } from "../system.ts";

const ana = { kind: "person", name: "ana" } as const;
const add = (n: number) => [{ type: "Add", data: { n } }];

type Place = {
  readonly system: System;
  readonly file: string;
  readonly top: string;
  readonly ledger: Ledger;
  again(): Promise<System>;
};
const place = async (
  t: TestContext,
  wrap: (workspace: Workspace) => Workspace = (same) => same,
  protocol: Protocol = tally,
): Promise<Place> => {
  const top = mkdtempSync(join(tmpdir(), "cairn-projector-"));
  t.after(() => rmSync(top, { recursive: true, force: true }));
  const ledger = openMemory({});
  const again = async (): Promise<System> => {
    const workspace = wrap(await openWorkspace({ home: join(top, ".cairn") }));
    const engine = { ...testEngine(protocol, { ledger, workspace }), root: top, base: top };
    return makeSystem(engine, {
      elapsed: () => performance.now(),
      later: (ms, then) =>
        (
          (timer) => () =>
            clearTimeout(timer)
        )(setTimeout(then, ms)),
    });
  };
  const system = await again();
  const started = await system.start("tally", { name: "one" }, ana);
  assert.ok(!isRefusal(started), JSON.stringify(started));
  return { system, file: join(top, "tallies/one/tally.json"), top, ledger, again };
};
const idOf = async (system: System): Promise<string> => (await system.runs())[0]?.run ?? "";
const types = async (ledger: Ledger): Promise<readonly string[]> =>
  (await ledger.read({})).map((row) => row.type);

test("files follow the ledger, and the last state is written before settle answers", async (t) => {
  const { system, file } = await place(t);
  const run = await idOf(system);
  await Promise.all(Array.from({ length: 50 }, () => system.send(run, add(1), ana)));
  await system.settle();
  assert.equal(readFileSync(file, "utf8"), '{"sum":50,"events":51}\n');
});

test("many sends make few writes", async (t) => {
  let writes = 0;
  const { system } = await place(t, (workspace) => ({
    ...workspace,
    project: (projection) => ((writes += 1), workspace.project(projection)),
  }));
  const run = await idOf(system);
  for (let n = 0; n < 300; n += 1) await system.send(run, add(1), ana);
  await system.settle();
  assert.ok(writes < 100, `${writes} writes for 300 sends`);
});

test("a deleted file comes back, and a deleted folder too", async (t) => {
  const { system, file, again, top } = await place(t);
  await system.settle();
  const text = readFileSync(file, "utf8");
  rmSync(file);
  await system.scan(await idOf(system));
  assert.equal(readFileSync(file, "utf8"), text);
  rmSync(join(top, "tallies"), { recursive: true });
  rmSync(join(top, ".cairn/cache"), { recursive: true });
  const other = await again();
  await other.scan(await idOf(other));
  assert.equal(readFileSync(file, "utf8"), text);
});

test("a hand edit is kept byte for byte, recorded, and the file put back", async (t) => {
  const { system, file, top, ledger } = await place(t);
  await system.settle();
  const text = readFileSync(file, "utf8");
  writeFileSync(file, '{"sum":1000000}');
  await system.scan(await idOf(system));
  assert.equal(readFileSync(file, "utf8"), text.replace('"events":1', '"events":2'));
  const folder = join(top, ".cairn/refused", await idOf(system));
  assert.deepEqual(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    [
      ["1-tally.json", '{"sum":1000000}'],
      ["1-tally.json.why.txt", "EDIT_UNREAD: tally.json\nthese files aren't edited\n"],
    ],
  );
  assert.deepEqual(await types(ledger), ["Started", "EditRefused"]);
  await system.scan(await idOf(system));
  assert.deepEqual(await types(ledger), ["Started", "EditRefused"]);
});

test("what was written before is no edit where the cache was lost; an old copy that somebody writes back is one", async (t) => {
  const { system, file, top, ledger, again } = await place(t);
  const run = await idOf(system);
  await system.settle();
  const old = readFileSync(file, "utf8");
  rmSync(join(top, ".cairn/cache"), { recursive: true });
  const fresh = await again();
  await fresh.send(run, add(1), ana);
  await fresh.settle();
  assert.equal(readFileSync(file, "utf8"), '{"sum":1,"events":2}\n');
  writeFileSync(file, old);
  await fresh.scan(run);
  assert.equal(readFileSync(file, "utf8"), '{"sum":1,"events":3}\n');
  assert.deepEqual(await types(ledger), ["Started", "Added", "EditRefused"]);
});

test("a file that is no more is taken away also where the cache was lost, but not what somebody made of it", async (t) => {
  const odd: typeof tally = {
    ...tally,
    write: (state, log) => ({
      ...tally.write(state, log),
      ...(state.sum % 2 === 1 ? { "odd.md": `${state.sum}\n` } : {}),
    }),
  };
  const { system, top, again } = await place(t, undefined, odd);
  const run = await idOf(system);
  const file = join(top, "tallies/one/odd.md");
  let now = system;
  for (const [text, stays] of [
    ["", false],
    ["mine", true],
  ] as const) {
    await now.send(run, add(1), ana, `first ${text}`);
    await now.settle();
    assert.ok(existsSync(file));
    if (text !== "") writeFileSync(file, text);
    rmSync(join(top, ".cairn/cache"), { recursive: true });
    now = await again();
    await now.send(run, add(1), ana, `second ${text}`);
    await now.settle();
    assert.equal(existsSync(file), stays);
  }
});

test("an edit that a command meets on its way is not lost either", async (t) => {
  const { system, file, top } = await place(t);
  const run = await idOf(system);
  await system.settle();
  writeFileSync(file, '{"sum":7}');
  await system.send(run, add(1), ana);
  await system.settle();
  assert.match(readFileSync(file, "utf8"), /"sum":1,/);
  assert.deepEqual(readdirSync(join(top, ".cairn/refused", run)), [
    "1-tally.json",
    "1-tally.json.why.txt",
  ]);
});

test("a half-written file is left alone until it has stood still", async (t) => {
  const { system, file, ledger } = await place(t);
  const run = await idOf(system);
  await system.settle();
  writeFileSync(file, '{"sum":');
  await system.scan(run);
  await system.send(run, add(1), ana);
  await system.settle();
  assert.equal(readFileSync(file, "utf8"), '{"sum":');
  utimesSync(file, new Date(Date.now() - 61_000), new Date(Date.now() - 61_000));
  await system.scan(run);
  assert.match(readFileSync(file, "utf8"), /"sum":1,/);
  assert.deepEqual(await types(ledger), ["Started", "Added", "EditRefused"]);
});

test("an archived run takes its folder along whole, also after a kill between event and move", async (t) => {
  const { system, file, top, again, ledger } = await place(t);
  const run = await idOf(system);
  await system.settle();
  writeFileSync(join(top, "tallies/one/notes.md"), "mine");
  await system.send(run, [{ type: "End", data: {} }], ana);
  await system.settle();
  const dead = makeSystem(
    { ...testEngine(tally, { ledger }), root: top, base: top },
    { elapsed: () => 0, later: () => () => undefined },
  );
  await dead.send(run, [{ type: "Archive", data: {} }], ana);
  const other = await again();
  await other.scan(run);
  assert.ok(!existsSync(file));
  assert.equal(readFileSync(join(top, "archive/one/notes.md"), "utf8"), "mine");
  assert.match(readFileSync(join(top, "archive/one/tally.json"), "utf8"), /"sum":0/);
});

test("what can't be written is said, the command stands, and the next look writes it", async (t) => {
  let broken = true;
  const { system, file } = await place(t, (workspace) => ({
    ...workspace,
    project: (projection) =>
      broken
        ? Promise.reject(new Fault("DISK_FULL", "the disk is full", "make room"))
        : workspace.project(projection),
  }));
  const run = await idOf(system);
  assert.ok(!isRefusal(await system.send(run, add(3), ana)));
  await assert.rejects(
    system.settle(),
    (error) =>
      error instanceof Fault && error.code === "PROJECTION_BEHIND" && error.hint === "make room",
  );
  broken = false;
  await system.scan(run);
  await system.settle();
  assert.match(readFileSync(file, "utf8"), /"sum":3/);
});

test("files that wait for a ledger that was taken away are told by that alone: not all is recorded", async (t) => {
  const { system } = await place(t, (workspace) => ({
    ...workspace,
    project: () => Promise.reject(new Fault("LEDGER_MOVED", "it was removed", "go on")),
  }));
  const run = await idOf(system);
  assert.ok(!isRefusal(await system.send(run, add(3), ana)));
  await assert.rejects(system.settle(), { code: "LEDGER_MOVED", message: "it was removed" });
});

test("a scan that doesn't wait returns while files are behind", async (t) => {
  const { system, file, top, ledger } = await place(t);
  const run = await idOf(system);
  await system.settle();
  const workspace = await openWorkspace({ home: join(top, ".cairn") });
  const busy = makeSystem(
    { ...testEngine(tally, { ledger, workspace }), root: top, base: top },
    { elapsed: () => 0, later: () => () => undefined },
  );
  await busy.send(run, add(1), ana);
  await busy.scan(run, false);
  assert.match(readFileSync(file, "utf8"), /"sum":0/);
  await busy.scan(run);
  assert.match(readFileSync(file, "utf8"), /"sum":1/);
});

test("a start never begins where files are already", async (t) => {
  const { system, top } = await place(t);
  await system.settle();
  const answer = await system.start("tally", { name: "one" }, ana);
  assert.ok(isRefusal(answer) && answer.code === "FOLDER_TAKEN");
  const dry = await system.start("tally", { name: "two" }, ana, true);
  assert.ok(!isRefusal(dry) && dry.files.length === 1);
  assert.ok(!existsSync(join(top, "tallies/two")));
});
