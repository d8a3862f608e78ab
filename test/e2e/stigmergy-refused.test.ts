// Tests of rewritten stigmergy history: put back, bytes set aside, reason stated (acceptance 3).
import assert from "node:assert/strict";
import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRefusal } from "../../src/core/refusal.ts";
import { ana, type StateRoom, stateRoom } from "../fixtures/stigmergy-room.ts";

const grown = async (here: StateRoom, count: number): Promise<void> => {
  for (let n = here.lines().length + 1; n <= count; n += 1) {
    const sent = await here.system.send(
      here.run,
      [{ type: "RecordAction", data: { agent: "bob", signal: "NOTE", summary: `entry ${n}` } }],
      ana,
    );
    assert.ok(!isRefusal(sent), JSON.stringify(sent));
    await here.system.settle();
  }
};
const put = async (here: StateRoom, text: string): Promise<void> => {
  writeFileSync(here.path, text);
  await here.system.scan(here.run);
  await here.system.settle();
};
const notice = ({ top }: StateRoom): string | null => {
  const path = join(top, ".ai/refused.md");
  return existsSync(path) ? readFileSync(path, "utf8") : null;
};
type Free = ReturnType<typeof JSON.parse>;
const changed = (here: StateRoom, by: (file: Free) => unknown): string => {
  const file: Free = JSON.parse(here.text());
  by(file);
  return JSON.stringify(file, null, 2);
};

test("acceptance 3: a history that is wiped, altered or cut is put back, the edit is kept byte for byte, and refused.md says why", async (t) => {
  const here = await stateRoom(t);
  await grown(here, 10);
  const old = here.text();
  await grown(here, 40);
  const whole = here.text();
  const fresh = {
    timestamp: "",
    agent_id: "saul",
    signal: "INIT",
    summary: "A new beginning",
    files_modified: [],
  };
  const rows: readonly (readonly [string, (file: Free) => unknown])[] = [
    ["HISTORY_TRUNCATED", (file) => void (file.history = [fresh])],
    ["HISTORY_REWRITTEN", (file) => void (file.history[16].summary = "never happened")],
    ["HISTORY_REWRITTEN", (file) => file.history.splice(16, 1)],
  ];
  for (const [code, by] of rows) {
    const text = changed(here, by);
    await put(here, text);
    assert.equal(here.text(), whole, code);
    assert.match(notice(here) ?? "", new RegExp(code, "u"));
    assert.ok(here.kept().some((one) => one.text === text && one.why.startsWith(code)));
  }
  here.append("a lawful one");
  await here.system.scan(here.run);
  await here.system.settle();
  assert.equal(notice(here), null, "an edit that is taken ends the notice");
  const kept = here.kept().length;
  await put(here, old);
  assert.deepEqual(
    [here.lines().length, notice(here), here.kept().length],
    [41, null, kept],
    "an old text that was checked out is put back without a word",
  );
});

test("acceptance 2: over a run a text that is half there at first sight is taken once it is whole; one that stays broken, or is empty, is put back", async (t) => {
  const here = await stateRoom(t);
  /** As if it had stood there for a while. */
  const stands = async (text: string): Promise<void> => {
    writeFileSync(here.path, text);
    const since = new Date(Date.now() - 60_000);
    utimesSync(here.path, since, since);
    await here.system.scan(here.run);
    await here.system.settle();
  };
  const before = here.text();
  here.append("slowly written");
  const whole = here.text();
  const half = whole.slice(0, whole.length / 2);
  await put(here, half);
  assert.deepEqual(
    [here.text(), notice(here), here.kept()],
    [half, null, []],
    "nobody reads it yet, and nothing is written over it",
  );
  await put(here, whole);
  assert.deepEqual([here.lines().at(-1)?.summary, notice(here)], ["slowly written", null]);
  const taken = here.text();
  assert.notEqual(taken, before);

  await stands(half);
  assert.equal(here.text(), taken);
  assert.match(notice(here) ?? "", /FILE_BROKEN/u);
  assert.deepEqual(
    here.kept().map(({ text }) => text),
    [half],
  );
  await stands("");
  assert.deepEqual([here.text(), here.kept().length], [taken, 1]);
});
