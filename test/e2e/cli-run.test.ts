// Tests of `cairn run`: exit codes, progress, Ctrl-C, commands ready to be typed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { columns } from "../../src/cli/layout.ts";
import { at, type Desk, desk } from "./desk.ts";
import { auto, plan, shop, work } from "./one-file.ts";

const types = async ({ cairn }: Desk): Promise<readonly string[]> =>
  (await cairn(["log", "s", "--json"])).out
    .trimEnd()
    .split("\n")
    .map((line) => String(at(JSON.parse(line), "type")));
const times = (all: readonly string[], type: string): number =>
  all.filter((one) => one === type).length;

test("a run is driven to its proved end: exit 0, one JSON value, progress on standard error", async (t) => {
  const here = shop(t);
  const done = await here.cairn([...auto, "--json"]);
  assert.equal(done.exit, 0, done.out + done.err);
  assert.equal(done.out.trimEnd().split("\n").length, 1);
  assert.deepEqual(
    [at(done.json(), "status"), at(done.json(), "ended", "good"), at(done.json(), "waiting")],
    ["ended", true, []],
  );
  assert.match(
    done.err,
    /^\d\d:\d\d:\d\d {2}begins +task-1-1: agent scripted\n[^]*^\S+ {2}proved +1: One$/mu,
  );
  const again = await here.cairn(["run", "s"]);
  assert.equal(again.exit, 0);
  const proofs = await here.cairn(["evidence", "s", "--recheck", "--json"]);
  assert.equal(proofs.exit, 0, proofs.out);
  assert.deepEqual(
    [
      at(proofs.json(), "criteria", 0, "fresh"),
      at(proofs.json(), "criteria", 0, "recheck", "agrees"),
    ],
    [true, true],
  );
});

test("a run that needs a person exits 3 and prints the command that goes on, as it can be typed", async (t) => {
  const { cairn } = shop(t);
  const stopped = await cairn(auto.filter((word) => word !== "--auto"));
  assert.equal(stopped.exit, 3, stopped.out + stopped.err);
  const typed = /^ *cairn (decide \S+ \S+ approve)$/m.exec(stopped.out)?.[1];
  assert.ok(typed !== undefined, stopped.out);
  const json = await cairn(["run", "s", "--json"]);
  assert.equal(json.exit, 3);
  assert.deepEqual(
    [at(json.json(), "status"), at(json.json(), "waiting", 0, "key")],
    ["waiting", "approve-1"],
  );
  assert.equal((await cairn(typed.split(" "))).exit, 0);
  assert.match(
    (await cairn(["stop", "s"])).out,
    /^run paused\n {2}go on later: cairn resume \S+\n$/u,
  );
  assert.equal((await cairn(["run", "s"])).exit, 3);
  assert.match(
    (await cairn(["resume", "s"])).out,
    /^run resumed\n {2}go on, .*: cairn run \S+\n$/u,
  );
  assert.equal((await cairn(["run", "ultrawork"])).exit, 0);
});

test("a run that fails exits 4 and says why", async (t) => {
  const { cairn } = shop(t, () => [{ exit: 3 }]);
  const failed = await cairn([...auto, "--max-attempts", "1"]);
  assert.equal(failed.exit, 4, failed.out + failed.err);
  assert.match(failed.out, /task 1 failed/);
});

test("with --hand nobody is started, and what waits for somebody outside is listed", async (t) => {
  const here = shop(t);
  const left = await here.cairn([...auto, "--hand"]);
  assert.equal(left.exit, 3, left.out + left.err);
  assert.match(left.out, /task-1-1/);
  assert.ok(!(await types(here)).includes("JobBegun"));
});

test("without an agent the operator is told, and no run is made", async (t) => {
  const { cairn } = desk(t, { "plan.json": JSON.stringify(plan) });
  const said = /^No agent is set up\. `cairn init` asks which one\. \(AGENT_MISSING\)\n$/u;
  const missing = await cairn(auto);
  assert.equal(missing.exit, 1, missing.out + missing.err);
  assert.match(missing.err, said);
  assert.match((await cairn(["run", "x"])).err, /^RUN_UNKNOWN: [^]*: cairn run --goal x\n$/u);
  assert.match((await cairn(["status"])).out, /^no runs here yet/u);
});

test("Ctrl-C lets go at once: exit 130, the job goes on, and its work is read once afterwards", async (t) => {
  const here = shop(t, () => [{ sleep: 1_500 }, ...work]);
  const pressed = new AbortController();
  const press = (text: string): void => {
    if (/begins +task-1-1/u.test(text)) pressed.abort();
  };
  const left = await here.cairn(auto, { signal: pressed.signal, heard: press });
  assert.equal(left.exit, 130, left.out + left.err);
  assert.match(left.out, /resume: cairn run \S+/);
  const watched = new AbortController();
  const followed = await here.cairn(["log", "s", "--follow"], {
    signal: watched.signal,
    heard: () => watched.abort(),
  });
  assert.equal(followed.exit, 130);
  const done = await here.cairn(["run", "s"]);
  assert.equal(done.exit, 0, done.out + done.err);
  const all = await types(here);
  assert.deepEqual(
    [times(all, "JobBegun"), times(all, "WorkClaimed"), times(all, "UnitReturned")],
    [2, 1, 0],
    "a worker and a verifier",
  );
});

test("on a terminal the picture is redrawn within its width, and the cursor comes back", async (t) => {
  const { cairn } = shop(t);
  const shown = await cairn(auto, { columns: 60 });
  assert.equal(shown.exit, 0, shown.out + shown.err);
  const escape = "\u001b[";
  assert.ok(shown.out.includes(`${escape}?25l`));
  assert.ok(shown.out.lastIndexOf(`${escape}?25h`) > shown.out.lastIndexOf(`${escape}?25l`));
  for (const line of shown.out.replace(/\u001b\[[?\d;]*[A-Za-z]/g, "").split("\n"))
    assert.ok(columns(line) <= 100, line);
  const plain = await cairn(["status", "s"], { columns: 60, env: { NO_COLOR: "1" } });
  assert.ok(!plain.out.includes("\u001b"));
});

test("watch and log --follow end with the run, as lines where there is no terminal", async (t) => {
  const here = shop(t);
  assert.equal((await here.cairn(["run", "--later", ...auto.slice(1)])).exit, 0);
  const watched = here.cairn(["watch", "s", "--json"]);
  const followed = here.cairn(["log", "s", "--follow", "--json"]);
  assert.equal((await here.cairn(["run", "s"])).exit, 0);
  const [status, log] = [await watched, await followed];
  assert.deepEqual([status.exit, log.exit], [0, 0]);
  const last: unknown = JSON.parse(status.out.trimEnd().split("\n").at(-1) ?? "");
  assert.equal(at(last, "phase"), "COMPLETE");
  assert.deepEqual(
    log.out
      .trimEnd()
      .split("\n")
      .map((line) => at(JSON.parse(line), "type")),
    await types(here),
  );
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
    answers: ["approve"],
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
  assert.match(screens[0] ?? "", /1 question for you[^]*▸ [^]*asks[^]*approve-1/u);
  assert.match(screens[1] ?? "", /stands still[^]*cairn run [^]*↑↓ scroll · a answers/u);
  assert.equal((await here.cairn(["status", "s", "--json"])).out.includes("approve-1"), false);
});

test("a job drives no run that it is part of: that would wait for itself", async (t) => {
  const { cairn } = shop(t);
  const started = await cairn([
    "run",
    "--later",
    "ultrawork",
    "One file",
    "--session",
    "s",
    "--json",
  ]);
  const env = {
    CAIRN_RUN: String(at(started.json(), "run")),
    CAIRN_JOB: "task-1-1",
    CAIRN_TOKEN: "1.x",
  };
  const refused = await cairn(["run", "s", "--hand"], { env });
  assert.equal(refused.exit, 2);
  assert.match(refused.err, /^SENDER_WRONG: this is task-1-1/);
});
