// Tests of history edits: each entry recorded once, none lost, old copies merged.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDesk } from "../../../../test/fixtures/stigmergy-desk.ts";
import { editsOf, entry, type Free } from "../../../../test/fixtures/stigmergy-edits.ts";

const opened = () => {
  const run = openDesk();
  run.start();
  return { run, edits: editsOf(run) };
};
/** A history with this many entries. */
const long = (count: number) => {
  const room = opened();
  for (let n = room.run.entries().length + 1; n <= count; n += 1)
    room.run.ok("RecordAction", { agent: "bob", signal: "NOTE", summary: `entry ${n}`, files: [] });
  return room;
};
const add =
  (...entries: readonly Free[]) =>
  (file: Free): unknown =>
    file.history.push(...entries);
const summaries = (file: Free): readonly string[] => file.history.map((one: Free) => one.summary);
const increases = (file: Free): void => {
  const times: readonly string[] = file.history.map((one: Free) => one.timestamp);
  for (const [index, time] of times.entries())
    assert.ok(
      index === 0 || time > (times[index - 1] ?? ""),
      `${time} comes after ${times[index - 1]}`,
    );
};

test("entries at the end are recorded as they were written, each once", () => {
  const { edits } = opened();
  const done = edits.change(
    add(entry("james", "one"), entry("bob", "two", null), {
      ...entry("x", "three", "MY_SIGNAL"),
      mood: "good",
    }),
  );
  assert.deepEqual([done.events, done.codes], ["ActionRecorded ActionRecorded ActionRecorded", ""]);
  const file = edits.file();
  assert.deepEqual(
    file.history.slice(-3).map((one: Free) => [one.agent_id, one.signal, one.summary, one.mood]),
    [
      ["james", "NOTE", "one", undefined],
      ["bob", "NOTE", "two", undefined],
      ["x", "MY_SIGNAL", "three", "good"],
    ],
  );
  assert.equal(file.system_signal, "MY_SIGNAL");
  increases(file);
  assert.equal(edits.change(() => {}).events, "", "the file as it is says nothing");
});

test("a copy that its author goes on with is known by what he wrote on it, whoever came between", () => {
  const { edits } = long(3);
  const shared = edits.text();
  const one: Free = JSON.parse(shared);
  const other: Free = JSON.parse(shared);
  for (let n = 0; n < 5; n += 1) {
    one.history.push(entry("one", `one ${n}`, "STORY_COMPLETE", n % 2 === 0 ? "" : null));
    assert.equal(edits.put(JSON.stringify(one)).events, "ActionRecorded", `one ${n}`);
    other.history.push(entry("other", `other ${n}`));
    other.system_signal = "NOTE";
    assert.equal(edits.put(JSON.stringify(other)).events, "ActionRecorded", `other ${n}`);
  }
  const all = summaries(edits.file()).slice(3);
  assert.deepEqual(
    all,
    [0, 1, 2, 3, 4].flatMap((n) => [`one ${n}`, `other ${n}`]),
  );
});

test("two who write in one millisecond are two", () => {
  const { run, edits } = long(3);
  const shared = edits.text();
  const at = new Date(Date.parse(run.now()) + 1_000).toISOString();
  run.tick(60_000);
  assert.equal(edits.change(add(entry("one", "mine", "A", at)), { of: shared }).codes, "");
  assert.equal(edits.change(add(entry("two", "yours", "B", at)), { of: shared }).codes, "");
  assert.deepEqual(summaries(edits.file()).slice(-2), ["mine", "yours"]);
  increases(edits.file());
});

test("and so they are where both sign with one name, or leave one signal; words alone that differ are an entry that was altered", () => {
  const rows = [
    [entry("james", "mine", "STORY_IMPLEMENTATION_SUCCESS"), entry("james", "yours"), ""],
    [entry("one", "mine"), entry("two", "yours"), ""],
    [entry("one", "mine"), { ...entry("two", "yours"), signal: null }, ""],
    [entry("one", "mine"), entry("one", "yours"), "HISTORY_REWRITTEN"],
    [entry("one", "mine", "A"), entry("two", "mine", "B"), "HISTORY_REWRITTEN"],
  ] as const;
  for (const [mine, yours, code] of rows) {
    const { run, edits } = long(3);
    const shared = edits.text();
    const timestamp = new Date(Date.parse(run.now()) + 1_000).toISOString();
    run.tick(60_000);
    assert.equal(edits.change(add({ ...mine, timestamp }), { of: shared }).codes, "");
    assert.equal(
      edits.change(add({ ...yours, timestamp }), { of: shared }).codes,
      code,
      JSON.stringify(yours),
    );
    assert.deepEqual(summaries(edits.file()).slice(3), code === "" ? ["mine", "yours"] : ["mine"]);
  }
});

test("who writes right after several entries of one decision, which are timed one after the other, is not behind them", () => {
  const run = openDesk();
  run.execute({}, {}, { Catalogue: ["List the plants"] });
  run.complete("1.1");
  const edits = editsOf(run);
  const moment = run.log.at(-1)?.at ?? "";
  assert.ok(
    edits.file().history.at(-1).timestamp > moment,
    "its own time runs ahead of when it was recorded",
  );
  const before = new Date(Date.parse(moment) - 1).toISOString();
  run.tick(60_000);
  assert.equal(
    edits.change(add(entry("two", "before that", "NOTE", before))).codes,
    "HISTORY_DISORDERED",
  );
  assert.equal(edits.change(add(entry("two", "right after", "NOTE", moment))).codes, "");
  increases(edits.file());
});

test("an old copy that is written back says nothing; from more than 200 entries ago it is refused", () => {
  const { run, edits } = long(10);
  const old = edits.text();
  for (let n = 0; n < 200; n += 1)
    run.ok("RecordAction", { agent: "bob", signal: "NOTE", summary: `since ${n}`, files: [] });
  assert.deepEqual(edits.read(old), [
    { path: "state.json", commands: [], by: null, refused: null },
  ]);
  run.ok("RecordAction", { agent: "bob", signal: "NOTE", summary: "one more", files: [] });
  assert.equal(edits.put(old).codes, "HISTORY_TRUNCATED");
});

test("acceptance 3: one fresh entry instead of forty, or one of them altered or left out, is refused with its place", () => {
  const { edits } = long(40);
  const rows: readonly (readonly [string, (file: Free) => unknown, string])[] = [
    [
      "one in their place",
      (file) =>
        void (file.history = [entry("saul", "Project initialized. State file created.", "INIT")]),
      "HISTORY_TRUNCATED",
    ],
    ["none", (file) => void (file.history = []), "HISTORY_TRUNCATED"],
    ["the first altered", (file) => void (file.history[0].summary = "x"), "HISTORY_REWRITTEN"],
    ["one altered", (file) => void (file.history[16].summary = "x"), "HISTORY_REWRITTEN"],
    ["one dropped", (file) => file.history.splice(16, 1), "HISTORY_REWRITTEN"],
    [
      "two in another order",
      (file) => file.history.splice(16, 2, file.history[17], file.history[16]),
      "HISTORY_REWRITTEN",
    ],
    ["the last altered", (file) => void (file.history[39].signal = "x"), "HISTORY_REWRITTEN"],
    ["a key of one altered", (file) => void (file.history[39].more = 1), "HISTORY_REWRITTEN"],
    [
      "one put between",
      (file) => file.history.splice(20, 0, entry("x", "between")),
      "HISTORY_REWRITTEN",
    ],
  ];
  for (const [name, by, code] of rows) {
    const { codes, refused } = edits.change(by);
    assert.equal(codes, code, name);
    assert.match(refused[0]?.pointer ?? "", /^\/history/u);
    assert.ok((refused[0]?.line ?? 0) > 1);
  }
  assert.equal(edits.file().history.length, 40);
});

test("entries cut out of a run of entries by hand are missed, too", () => {
  const { edits } = opened();
  for (let n = 0; n < 6; n += 1) edits.change(add(entry("james", `hand ${n}`)));
  assert.equal(edits.change((file) => file.history.splice(3, 1)).codes, "HISTORY_REWRITTEN");
});

test("acceptance 14: times go on whatever clocks say: one set back, one a year ahead, one that claims an hour ago", () => {
  const { run, edits } = long(5);
  run.tick(-3_600_000);
  const behind = new Date(Date.parse(run.now()) + 1_000).toISOString();
  assert.equal(edits.change(add(entry("james", "with the clock set back", "A", behind))).codes, "");
  run.tick(7_200_000);
  assert.equal(
    edits.change(add(entry("james", "from the future", "B", "2027-06-01T00:00:00Z"))).codes,
    "",
  );
  const file = edits.file();
  increases(file);
  assert.ok(file.history.every((one: Free) => one.timestamp <= run.now()));
  assert.equal(
    run.entries().at(-1)?.claimed,
    "2027-06-01T00:00:00.000Z",
    "what was claimed is kept",
  );
});

test("what an entry lacks, and what it has of another type, is refused at its place", () => {
  const { run, edits } = long(3);
  run.tick(3_600_000);
  const last: string = edits.file().history.at(-1).timestamp;
  const then = new Date(Date.parse(last) + 60_000).toISOString();
  const rows: readonly (readonly [Free, string, string])[] = [
    [{ summary: "who?" }, "ENTRY_INCOMPLETE", ""],
    [{ agent_id: "james", summary: "  " }, "ENTRY_INCOMPLETE", "/summary"],
    [entry("james", "x", "A", "yesterday"), "TIMESTAMP_INVALID", "/timestamp"],
    [
      entry("james", "x", "A", last.replace(/\d\d\dZ$/u, "000Z").replace("2026", "2025")),
      "HISTORY_DISORDERED",
      "",
    ],
    [{ ...entry("james", "x"), timestamp: 5 }, "TYPE_WRONG", "/timestamp"],
    [{ ...entry("james", "x"), signal: 5 }, "TYPE_WRONG", "/signal"],
    [{ ...entry("james", "x"), files_modified: "a.ts" }, "TYPE_WRONG", "/files_modified"],
    [{ ...entry("james", "x"), files_modified: [1] }, "TYPE_WRONG", "/files_modified/0"],
    [{ ...entry("james", "x"), agent_id: ["james"] }, "TYPE_WRONG", "/agent_id"],
    ["james did it", "TYPE_WRONG", ""],
    [entry("james", "x".repeat(4_001)), "FIELD_OVERSIZED", "/summary"],
    [entry("j".repeat(201), "x"), "FIELD_OVERSIZED", "/agent_id"],
    [
      { ...entry("james", "x"), files_modified: ["a", "p".repeat(64 * 1024)] },
      "FIELD_OVERSIZED",
      "/files_modified",
    ],
    [{ ...entry("james", "x"), more: "y".repeat(64 * 1024) }, "FIELD_OVERSIZED", ""],
  ];
  for (const [one, code, at] of rows) {
    const { codes, refused } = edits.change(add(one));
    assert.deepEqual(
      [codes.split(" ")[0], refused[0]?.pointer],
      [code, `/history/3${at}`],
      JSON.stringify(one).slice(0, 80),
    );
  }
  assert.equal(
    edits.change(add(entry("a", "x", "A", then), entry("a", "y", "A", then))).codes,
    "HISTORY_DISORDERED",
    "one time twice",
  );
  assert.equal(
    edits.change(add(entry("a", "x", "A", then), entry("b", "y", "A", then))).codes,
    "",
    "two in one moment",
  );
  assert.equal(
    edits.change(add(...Array.from({ length: 201 }, (_, n) => entry("a", `x ${n}`)))).codes,
    "FIELD_OVERSIZED",
  );
  assert.equal(
    edits.change(add(...Array.from({ length: 200 }, (_, n) => entry("a", `x ${n}`)))).codes,
    "",
  );
  for (const time of [
    "",
    null,
    "ISO_TIMESTAMP_PLACEHOLDER",
    "2026-01-14T23:00:00",
    "2026-01-15T02:00:00+01:00",
  ])
    assert.equal(edits.change(add(entry("a", `at ${time}`, "A", time))).codes, "", `${time}`);
  increases(edits.file());
});
