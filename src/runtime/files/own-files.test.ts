// Tests of runs beside foreign files: only their own are taken, moved and read.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { attic } from "../../../test/fixtures/attic.ts";
import { ana, put, room } from "../../../test/fixtures/edit-room.ts";
import { isRefusal } from "../../core/refusal.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { System } from "../system.ts";

const shared = async (t: TestContext, wrap?: (workspace: Workspace) => Workspace) => {
  const here = await room(t, wrap, attic);
  const at = (path: string): string => join(here.top, ".ai", path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  write("rules.md", "theirs");
  write("notes/a.json", "{}");
  const text = (path: string): string | null =>
    existsSync(at(path)) ? readFileSync(at(path), "utf8") : null;
  const archive = (system: System, run: string, to: string) =>
    system.send(run, [{ type: "Archive", data: { to: `.ai/archive/${to}` } }], ana);
  const begin = async (system: System): Promise<string> => {
    const started = await system.start("shelf", {}, ana);
    assert.ok(!isRefusal(started), JSON.stringify(started));
    await system.settle();
    return started.run;
  };
  const loseCache = (): void => rmSync(join(here.top, ".cairn/cache"), { recursive: true });
  const theirs = (): void =>
    assert.deepEqual([text("rules.md"), text("notes/a.json")], ["theirs", "{}"]);
  const types = async (run: string): Promise<readonly string[]> =>
    (await here.ledger.read({ run })).map(({ type }) => type);
  return { ...here, at, write, text, archive, begin, loseCache, theirs, types };
};
const holding = (...things: readonly string[]): string => `${JSON.stringify({ things })}\n`;

test("a run that is put away takes its own file along, others' stay, and the next one begins in the same folder at once", async (t) => {
  const { system, run, archive, begin, text, theirs, at, write, types } = await shared(t);
  await system.send(run, put("old"), ana);
  await archive(system, run, "one");
  await system.settle();
  assert.deepEqual([text("shelf.json"), text("archive/one/shelf.json")], [null, holding("old")]);
  const next = await begin(system);
  await system.send(next, put("new"), ana);
  await system.settle();
  theirs();
  write("shelf.json", '{"things":["new","by hand"]}');
  write("archive/one/shelf.json", '{"things":["old","late"]}');
  await system.scan(next);
  await system.scan(run);
  assert.deepEqual(
    [text("shelf.json"), text("archive/one/shelf.json")],
    [holding("new", "by hand"), holding("old", "late")],
  );
  assert.deepEqual(
    [await types(next), await types(run)],
    [
      ["Started", "Stood", "Stood"],
      ["Started", "Stood", "Archived", "Stood"],
    ],
  );
  assert.deepEqual(readdirSync(at("")).toSorted(), ["archive", "notes", "rules.md", "shelf.json"]);
  theirs();
});

test("a start is refused where a file of its own name lies, and nowhere else", async (t) => {
  const { system, run, archive, write, text, theirs } = await shared(t);
  await archive(system, run, "one");
  await system.settle();
  write("shelf.json", "somebody's");
  const refused = await system.start("shelf", {}, ana);
  assert.ok(isRefusal(refused));
  assert.equal(refused.code, "FOLDER_TAKEN");
  assert.match(refused.fits ?? "", /cairn adopt/u);
  assert.equal(text("shelf.json"), "somebody's");
  theirs();
});

test("what is no file takes the name of a run's file, too: the run would begin and could never write it", async (t) => {
  const { system, run, archive, at } = await shared(t);
  await archive(system, run, "one");
  await system.settle();
  const takes = async (): Promise<string> => {
    const answer = await system.start("shelf", {}, ana);
    rmSync(at("shelf.json"), { recursive: true });
    return isRefusal(answer) ? answer.code : "started";
  };
  mkdirSync(at("shelf.json"));
  assert.equal(await takes(), "FOLDER_TAKEN", "a folder");
  symlinkSync("nowhere", at("shelf.json"));
  assert.equal(await takes(), "FOLDER_TAKEN", "a link to nowhere");
});

test("killed between the event and the move, with or without the cache, the file follows before the next run begins", async (t) => {
  for (const cache of [true, false]) {
    const { again, run, archive, begin, loseCache, text, types } = await shared(t);
    const dying = await again((workspace) => ({
      ...workspace,
      move: () => Promise.reject(new Error("killed")),
    }));
    await dying.send(run, put("old"), ana);
    await dying.settle();
    await archive(dying, run, "one");
    await assert.rejects(dying.settle());
    if (!cache) loseCache();
    assert.equal(text("shelf.json"), holding("old"));
    const system = await again();
    await begin(system);
    assert.deepEqual(
      [text("shelf.json"), text("archive/one/shelf.json")],
      [holding(), holding("old")],
    );
    assert.deepEqual(
      await types(run),
      ["Started", "Stood", "Archived"],
      "its own bytes are no edit",
    );
  }
});

test("a hand edit that was made just before the run was put away is read where it lies now", async (t) => {
  const { again, run, archive, write, text, types } = await shared(t);
  const [one, other] = [
    await again((workspace) => ({ ...workspace, move: () => Promise.reject(new Error("killed")) })),
    await again(),
  ];
  await archive(one, run, "one");
  await assert.rejects(one.settle());
  write("shelf.json", '{"things":["late"]}');
  await other.scan(run);
  assert.equal(text("archive/one/shelf.json"), holding("late"));
  assert.deepEqual(await types(run), ["Started", "Archived", "Stood"]);
});

test("with the cache lost, an archived run leaves the next one's file where it is", async (t) => {
  const { system, again, run, archive, begin, loseCache, text, types } = await shared(t);
  await archive(system, run, "one");
  await system.settle();
  const next = await begin(system);
  loseCache();
  const fresh = await again();
  await fresh.send(run, put("late"), ana);
  await fresh.settle();
  await fresh.scan(next);
  assert.deepEqual(
    [text("shelf.json"), text("archive/one/shelf.json")],
    [holding(), holding("late")],
  );
  assert.deepEqual(await types(next), ["Started"]);
});

test("who looked before the run was put away takes the next one's file for no edit of it, and writes nothing over it", async (t) => {
  let meanwhile = async (): Promise<void> => {};
  const { run, system, again, archive, begin, text, types, write } = await shared(t);
  await system.settle();
  const slow = await again((workspace) => ({
    ...workspace,
    drift: async (...asked) => {
      await meanwhile();
      return workspace.drift(...asked);
    },
  }));
  let next = "";
  meanwhile = async () => {
    meanwhile = async () => {};
    await archive(system, run, "one");
    await system.settle();
    next = await begin(system);
    write("shelf.json", '{"things":["of the next"]}');
  };
  await slow.scan(run);
  assert.deepEqual(await types(run), ["Started", "Archived"]);
  await system.scan(next);
  assert.equal(text("shelf.json"), holding("of the next"));
});

test("what a killed writer left beside the file goes with it: the next run doesn't take it for an edit", async (t) => {
  const { system, run, archive, begin, write, text, at, types } = await shared(t);
  write(".shelf.json.0123456789ab.cairn-old", holding("left"));
  write(".shelf.json.0123456789ab.cairn-tmp", "{");
  await archive(system, run, "one");
  await system.settle();
  const next = await begin(system);
  await system.send(next, put("new"), ana);
  await system.settle();
  assert.equal(text("shelf.json"), holding("new"));
  assert.deepEqual(await types(next), ["Started", "Stood"]);
  assert.deepEqual(readdirSync(at("")).toSorted(), ["archive", "notes", "rules.md", "shelf.json"]);
});

test("others' files in it are never read", async (t) => {
  const { again, run, loseCache, text } = await shared(t);
  loseCache();
  const careful = await again((workspace) => ({
    ...workspace,
    found: (folder, only) =>
      only === undefined ? Promise.reject(new Error("read whole")) : workspace.found(folder, only),
  }));
  await careful.send(run, put("a"), ana);
  await careful.settle();
  assert.equal(text("shelf.json"), holding("a"));
});
