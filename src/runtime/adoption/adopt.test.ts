// Tests of adopting a folder during concurrent writes and kills: no byte is lost.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { testEngine } from "../../../test/fixtures/engine.ts";
import { shelf, type Shelf } from "../../../test/fixtures/shelf.ts";
import type { Adopted, Source } from "../../core/run-files.ts";
import type { Protocol } from "../../core/protocol.ts";
import { Fault, isRefusal } from "../../core/refusal.ts";
import { openMemory } from "../../../test/fixtures/memory-ledger.ts";
import { openWorkspace } from "../../workspace/open-workspace.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { makeSystem } from "../system/make.ts";

/** Reads a synthetic format: `shelf.json` with any content, and files in `in/`. */
const read = (found: Source): Adopted | null =>
  found.files["shelf.json"] === undefined
    ? null
    : {
        start: { type: "Start", data: { digests: found.digests } },
        corrections: ["its words are read as things"],
        quarantined: Object.keys(found.files)
          .filter((path) => path.startsWith("in/"))
          .map((path) => ({ path, why: "put in by nobody known" })),
      };
const adoptable: Protocol<Shelf> = {
  ...shelf,
  read: (found) => Promise.resolve(read(found)),
  decide: (state, command, stamp) =>
    state === null
      ? [{ type: "Started", data: command.data }]
      : shelf.decide(state, command, stamp),
};

const ana = { kind: "person", name: "ana" } as const;
const words = '{"words": "old"}\n';

const ground = async (t: TestContext) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cairn-adopt-")));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, "shelf");
  mkdirSync(join(folder, "in"), { recursive: true });
  writeFileSync(join(folder, "shelf.json"), words);
  writeFileSync(join(folder, "in", "a.txt"), "thing");
  writeFileSync(join(folder, "free.md"), "free");
  const ledger = openMemory({ now: () => 0 });
  let drawn = 0;
  const chance = (length: number): string => String((drawn += 1)).padStart(length, "0");
  const system = async (change: (real: Workspace) => Partial<Workspace> = () => ({})) => {
    const real = await openWorkspace({ home: join(root, ".cairn") });
    const engine = {
      ...testEngine(adoptable, { ledger, workspace: { ...real, ...change(real) } }),
      root,
      base: root,
      chance,
    };
    return makeSystem(engine, { elapsed: () => 0, later: () => () => undefined });
  };
  const text = (path: string): string => readFileSync(join(folder, path), "utf8");
  return { root, folder, system, text };
};
const ask = { dry: false, options: {}, by: ana };

test("what was read is replaced, what was put aside is taken out of the way, the rest stays", async (t) => {
  const { folder, system, text } = await ground(t);
  const it = await system();
  const adopted = await it.adopt(folder, ask);
  assert.ok(!isRefusal(adopted), "adopted");
  await it.settle();
  assert.deepEqual(
    [text("shelf.json"), existsSync(join(folder, "in", "a.txt")), text("free.md")],
    ['{"things":[]}\n', false, "free"],
  );
  assert.deepEqual(
    (await it.log(adopted.run)).map(({ type }) => type),
    ["Started"],
  );
});

test("a file that was changed after it was read is an edit: taken in or refused, never overwritten in silence", async (t) => {
  const { folder, system, text } = await ground(t);
  const edited = '{"things":["late"],"by":"james"}\n';
  const it = await system((real) => ({
    keep: async (bytes) => {
      writeFileSync(join(folder, "shelf.json"), edited);
      return real.keep(bytes);
    },
  }));
  const adopted = await it.adopt(folder, ask);
  assert.ok(!isRefusal(adopted), "adopted");
  await it.settle();
  assert.deepEqual(
    (await it.log(adopted.run)).map(({ type, by }) => `${type} ${by.kind}:${by.name}`),
    ["Started person:ana", "Stood file:james"],
  );
  assert.equal(text("shelf.json"), '{"things":["late"]}\n');
});

test("killed before it was recorded: the folder is whole, and is adopted the next time", async (t) => {
  const { folder, system, text } = await ground(t);
  let left = 2;
  const dying = await system((real) => ({
    keep: (bytes) =>
      (left -= 1) < 0
        ? Promise.reject(new Fault("DISK_FULL", "the disk is full", "make room"))
        : real.keep(bytes),
  }));
  await assert.rejects(dying.adopt(folder, ask), { code: "DISK_FULL" });
  assert.deepEqual(
    [text("shelf.json"), text("in/a.txt"), await dying.runs()],
    [words, "thing", []],
  );
  const it = await system();
  assert.ok(!isRefusal(await it.adopt(folder, ask)), "adopted");
  await it.settle();
  assert.equal(text("shelf.json"), '{"things":[]}\n');
});

test("killed between ledger and files: whoever looks next writes them, and takes the originals for no edit", async (t) => {
  const { folder, system, text } = await ground(t);
  const dying = await system(() => ({
    project: () => Promise.reject(new Fault("DISK_FULL", "the disk is full", "make room")),
  }));
  const adopted = await dying.adopt(folder, ask);
  assert.ok(!isRefusal(adopted), "adopted");
  await assert.rejects(dying.settle(), { code: "PROJECTION_BEHIND" });
  assert.equal(text("shelf.json"), words);
  const it = await system();
  const taken = await it.adopt(folder, ask);
  assert.equal(isRefusal(taken) ? taken.code : "", "FOLDER_TAKEN");
  await it.scan(adopted.run);
  assert.deepEqual(
    [text("shelf.json"), existsSync(join(folder, "in", "a.txt"))],
    ['{"things":[]}\n', false],
  );
  assert.deepEqual(
    (await it.log(adopted.run)).map(({ type }) => type),
    ["Started"],
  );
});

test("two at once: one run has the folder, the other is told so", async (t) => {
  const { folder, system, text } = await ground(t);
  const all = [await system(), await system()];
  const answers = await Promise.all(all.map((one) => one.adopt(folder, ask)));
  assert.deepEqual(
    answers.map((answer) => (isRefusal(answer) ? answer.code : "adopted")).toSorted(),
    ["FOLDER_TAKEN", "adopted"],
  );
  for (const one of all) await one.settle();
  assert.deepEqual([text("shelf.json"), text("free.md")], ['{"things":[]}\n', "free"]);
});

test("nothing reads the folder: refused with what was looked for", async (t) => {
  const { root, system } = await ground(t);
  const refused = await (await system()).adopt(root, ask);
  assert.ok(isRefusal(refused));
  assert.deepEqual([refused.code, /shelf/.test(refused.text)], ["FORMAT_UNKNOWN", true]);
});
