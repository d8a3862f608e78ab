// What somebody meets who takes a list of stories over: found, checked, named and edited.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { asTyped, desk, type Line } from "./desk.ts";

const story = (id: string) => ({
  id,
  title: `Story ${id}`,
  acceptanceCriteria: [`${id} is there`],
  priority: 1,
  passes: false,
});
const prdOf = (project: string, ...ids: readonly string[]): string =>
  `${JSON.stringify({ project, userStories: ids.map(story) }, null, 2)}\n`;

const shop = (t: TestContext) => {
  const here = desk(t);
  const put = (path: string, text: string): void => {
    mkdirSync(join(here.root, path, ".."), { recursive: true });
    writeFileSync(join(here.root, path), text);
  };
  const ok = async (line: Line): Promise<string> => (await here.ends(0, line)).out;
  const no = async (line: Line): Promise<string> => {
    const { exit, out, err } = await here.cairn(line);
    assert.notEqual(exit, 0);
    return out + err;
  };
  return { ...here, put, ok, no };
};

test("a PRD in a folder `tasks` is judged as one, by what stands in it", async (t) => {
  const { put, ok, no } = shop(t);
  put("tasks/prd-shop.json", prdOf("Hello world", "A"));
  assert.match(await ok("check tasks/prd-shop.json"), /nothing to find fault with/u);
  put("tasks/list.json", JSON.stringify([story("A"), story("B")]));
  await ok("check tasks/list.json");
  put("tasks/1.json", '{"id":"1"}');
  assert.match(await no("check tasks/1.json"), /KEY_MISSING the key subject is missing/u);
});

test("a folder whose PRD has a name of its own is adopted by that file, as the refusal says", async (t) => {
  const { root, put, ok, no } = shop(t);
  put("tasks/prd-shop.json", prdOf("Hello world", "A"));
  put("tasks/other.json", "{}");
  const said = await no("adopt tasks");
  const [, path = ""] = /`cairn adopt (\S+)`/u.exec(said) ?? [];
  assert.equal(path, join(root, "tasks/prd-shop.json"), said);
  await ok(asTyped`adopt ${path}`);
});

test("adopt says that no check is run, with what to type", async (t) => {
  const { put, ok } = shop(t);
  put("scripts/ralph/prd.json", prdOf("Hello world", "A"));
  const dry = await ok("adopt scripts/ralph --dry-run");
  assert.match(dry, /nothing was written: .*\n {2}Hello world: 1 story, 0 done\n/u);
  const said = await ok("adopt scripts/ralph");
  const [, run = "", options = ""] =
    /`cairn send (\w+) SetOptions --options '([^']+)'`/u.exec(said) ?? [];
  assert.notEqual(options, "", said);
  await ok(asTyped`send ${run} SetOptions --options ${options}`);
  assert.doesNotMatch(await ok(asTyped`status ${run}`), /no check is run/u);
});

test("a list of stories that lies there is offered where ralph is begun without a goal, and nowhere else", async (t) => {
  const { put, ok, no } = shop(t);
  const init = ["init", "--agent", "mine", "--argv", '["true"]'] as const;
  assert.doesNotMatch(await ok(init), /cairn adopt/u);
  assert.doesNotMatch(await no("run ralph"), /cairn adopt/u);
  put("scripts/ralph/prd.json", prdOf("Hello world", "A"));
  assert.match(await no("run ralph"), /`cairn adopt scripts\/ralph` takes over/u);
  assert.doesNotMatch(await no("run iterative"), /cairn adopt/u);
  assert.match(await ok("init"), /story by story: cairn adopt scripts\/ralph/u);
});

test("doctor tells of a prd.json at the top of the repository", async (t) => {
  const { put, ok } = shop(t);
  put("prd.json", prdOf("Hello world", "A"));
  const said = await ok("doctor");
  assert.match(
    said,
    /FOLDER_UNKNOWN\n.*the top of the repository.*\n.*`cairn adopt \.` takes it over/u,
  );
  assert.match(await ok("status"), /1 unmanaged session folder: cairn adopt \.$/mu);
  await ok("adopt prd.json");
  assert.doesNotMatch(await ok("doctor"), /FOLDER_UNKNOWN/u);
  put("prd.json", "{}");
  assert.doesNotMatch(await ok("status"), /unmanaged/u);
});

test("who takes a hand edit back is heard", async (t) => {
  const { root, put, ok } = shop(t);
  const path = "scripts/ralph/prd.json";
  const now = (): string => readFileSync(join(root, path), "utf8");
  const [one, two] = [prdOf("Hello world", "A"), prdOf("Hello world", "A", "B")];
  put(path, one);
  await ok("adopt scripts/ralph");
  put(path, two);
  assert.match(await ok("status"), /Story B/u);
  put(path, one);
  const said = await ok("status");
  assert.doesNotMatch(said, /Story B|refused/u);
  assert.equal(now(), one);
  put(path, two);
  assert.match(await ok("status"), /Story B/u);
});

test("what is added to the progress file by hand, one time after the other, stands there once", async (t) => {
  const { root, put, ok } = shop(t);
  put("scripts/ralph/prd.json", prdOf("Hello world", "A"));
  await ok("adopt scripts/ralph");
  const path = "scripts/ralph/progress.txt";
  const now = (): string => readFileSync(join(root, path), "utf8");
  for (const day of ["01", "02", "03"]) {
    const text = `${now().trimEnd()}\n\n## 2026-01-${day} - A\n- seen on ${day}\n---`;
    put(path, text);
    // A text without its last line's end counts as half-written for a while.
    utimesSync(join(root, path), 1, 1);
    await ok("status");
    assert.equal(now(), text);
  }
});
