// Tests of `cairn run`: exit codes, progress, Ctrl-C, commands ready to be typed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { columns } from "../../src/cli/terminal/layout.ts";
import { at, type Desk, hostsWithin } from "./desk.ts";
import { eventsOf } from "./ground.ts";
import { auto, shop, work } from "./one-file.ts";

hostsWithin();

const types = async (here: Desk): Promise<readonly string[]> =>
  (await eventsOf(here)).map(({ type }) => type);
const times = (all: readonly string[], type: string): number =>
  all.filter((one) => one === type).length;

test("a run is driven to its proved end: exit 0, one JSON value, progress on standard error; who follows it ends with it", async (t) => {
  const here = shop(t);
  await here.ends(0, ["run", "--later", ...auto.slice(1)]);
  const followed = here.cairn("log s --follow --json");
  const done = await here.ends(0, "run s --json");
  const log = await followed;
  assert.equal(log.exit, 0);
  assert.deepEqual(
    log.out
      .trimEnd()
      .split("\n")
      .map((line) => at(JSON.parse(line), "type")),
    await types(here),
  );
  assert.equal(done.out.trimEnd().split("\n").length, 1);
  assert.deepEqual(
    [at(done.json(), "status"), at(done.json(), "ended", "good"), at(done.json(), "waiting")],
    ["ended", true, []],
  );
  assert.match(
    done.err,
    /^\d\d:\d\d:\d\d {2}begins +task-1-1: agent scripted\n[^]*^\S+ {2}proved +1: One$/mu,
  );
  await here.ends(0, "run s");
  const proofs = await here.ends(0, "evidence s --recheck --json");
  assert.deepEqual(
    [
      at(proofs.json(), "criteria", 0, "fresh"),
      at(proofs.json(), "criteria", 0, "recheck", "agrees"),
    ],
    [true, true],
  );
});

test("a run that needs a person exits 3 and prints the command that goes on, as it can be typed", async (t) => {
  const { cairn, ends } = shop(t);
  const stopped = await ends(
    3,
    auto.filter((word) => word !== "--auto"),
  );
  const typed = /^ *cairn (decide \S+ \S+ approve)$/m.exec(stopped.out)?.[1];
  assert.ok(typed !== undefined, stopped.out);
  const json = await ends(3, "run s --json");
  assert.deepEqual(
    [at(json.json(), "status"), at(json.json(), "waiting", 0, "key")],
    ["waiting", "approve-1"],
  );
  await ends(0, typed.split(" "));
  assert.match((await cairn("stop s")).out, /^run paused\n {2}go on later: cairn resume \S+\n$/u);
  await ends(3, "run s");
  assert.match((await cairn("resume s")).out, /^run resumed\n {2}go on, .*: cairn run \S+\n$/u);
  await ends(0, "run ultrawork");
});

test("Ctrl-C lets go at once: exit 130, it says what goes on, and its work is read once afterwards", async (t) => {
  const here = shop(t, () => [{ sleep: 1_500 }, ...work]);
  const pressed = new AbortController();
  const press = (text: string): void => {
    if (/begins +task-1-1/u.test(text)) pressed.abort();
  };
  const typed = { signal: pressed.signal, heard: press, twice: false };
  const left = await here.ends(130, auto, typed);
  assert.match(left.err, /\d jobs? goe?s? on by \S+: (?:before-1-1, )?task-1-1\. Ctrl-C again/u);
  assert.match(
    left.out,
    /stopped driving this run: jobs under way go on by themselves[^]*resume: cairn run \S+/u,
  );
  const watched = new AbortController();
  await here.ends(130, "log s --follow", {
    signal: watched.signal,
    heard: () => watched.abort(),
  });
  await here.ends(0, "run s");
  const all = await types(here);
  assert.deepEqual(
    [times(all, "JobBegun"), times(all, "WorkClaimed"), times(all, "UnitReturned")],
    [2, 1, 0],
    "a worker and a verifier",
  );
});

test("on a terminal the picture is redrawn within its width, and the cursor comes back", async (t) => {
  const { cairn, ends } = shop(t);
  const shown = await ends(0, auto, { columns: 60 });
  const escape = "\u001b[";
  assert.ok(shown.out.includes(`${escape}?25l`));
  assert.ok(shown.out.lastIndexOf(`${escape}?25h`) > shown.out.lastIndexOf(`${escape}?25l`));
  for (const line of shown.out.replace(/\u001b\[[?\d;]*[A-Za-z]/g, "").split("\n"))
    assert.ok(columns(line) <= 100, line);
  const plain = await cairn("status s", { columns: 60, env: { NO_COLOR: "1" } });
  assert.ok(!plain.out.includes("\u001b"));
});

test("on a whole terminal watch shows what waits, answers it and shows an agent's output; then all is as before", async (t) => {
  const here = shop(t);
  assert.equal((await here.cairn(auto.filter((word) => word !== "--auto"))).exit, 3);
  // One part for each time that it listens: what is typed once the question was answered comes then.
  const typed = [
    ["down", "a"],
    ["return", "q", "o", "q", "q"],
  ];
  const seen = await here.cairn(["watch"], {
    columns: 80,
    answers: ["approve", ""],
    keyboard: (heard) => {
      for (const key of typed.shift() ?? []) heard(key);
      return () => {};
    },
  });
  assert.deepEqual([seen.exit, typed], [0, []], seen.err);
  const [enter, leave] = ["\u001b[?1049h", "\u001b[?25h\u001b[?1049l"];
  const screens = seen.out.split(enter).slice(1);
  assert.deepEqual(
    screens.map((screen) => screen.includes(leave)),
    [true, true],
  );
  assert.match(screens[0] ?? "", /1 question[^]*▸ [^]*asks[^]*approve-1/u);
  assert.match(screens[1] ?? "", /not started[^]*cairn run [^]*↑↓ scroll · a answers/u);
  assert.equal((await here.cairn(["status", "s", "--json"])).out.includes("approve-1"), false);
  await here.ends(0, "stop s");
  const paused = await here.cairn("watch", {
    columns: 80,
    answers: [],
    keyboard: (heard) => {
      heard("q");
      return () => {};
    },
  });
  assert.match(paused.out, /paused[^]*cairn resume /u);
});
