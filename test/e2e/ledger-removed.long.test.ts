// A ledger that is taken away, at work and at rest: nobody may be told that a run is kept, or was never there, when it isn't so.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { auto, shop, work } from "./one-file.ts";

const clean = (root: string): void => {
  // A host may be writing there just then.
  rmSync(join(root, ".git/cairn"), { recursive: true, maxRetries: 20, retryDelay: 5 });
  for (const path of ["one.txt", ".ai"]) rmSync(join(root, path), { recursive: true, force: true });
};

test("a runner whose ledger is cleaned away writes it back and says what isn't back; the run goes on to its proved end", async (t) => {
  const here = shop(t, () => [{ sleep: 1_500 }, ...work]);
  let cleaned = false;
  const heard = (text: string): void => {
    if (cleaned || !text.includes("JobBegun")) return;
    cleaned = true;
    clean(here.root);
  };
  // The process of this test outlives its runner: until its lease lapses the job counts as in hand.
  const env = { CAIRN_LEASE_S: "1" };
  const { exit, err } = await here.cairn([...auto, "--verbose"], { heard, env });
  assert.equal(exit, 1, err);
  assert.match(
    err,
    /LEDGER_MOVED: [^]*events were written back[^]*What else was removed with it is not back[^]*[Gg]o on (?:with|by) `cairn run [0-9a-z]{12}`/u,
  );
  assert.doesNotMatch(err, /Repeat the command/u);
  assert.doesNotMatch(err, /The run is kept/u);
  assert.equal(
    readFileSync(join(here.root, ".git/cairn/.gitignore"), "utf8"),
    "*\n",
    "nobody commits it by chance",
  );
  // Where git had an anchor by then, it is put back.
  await here.cairn("doctor --fix");
  await here.ends(0, "run s", { env });
  const types = (await here.cairn("log s --json")).out;
  assert.match(types, /JobBegun[^]*RunCompleted/u);
});

test("where the ledger is gone at rest, what git remembers is told by whoever looks or begins anew, and what nobody lost is not", async (t) => {
  const here = shop(t);
  assert.doesNotMatch((await here.cairn("status")).err, /RUN_GONE/u);
  const done = await here.cairn([...auto, "--json"]);
  const run = String(Reflect.get(Object(done.json()), "run"));
  assert.doesNotMatch((await here.cairn("status")).err, /RUN_GONE/u);
  clean(here.root);
  for (const words of [
    ["status"],
    ["run"],
    ["log", run],
    ["run", "--later", "ultrawork", "Another", "--session", "t"],
  ]) {
    const told = await here.cairn(words);
    assert.match(
      told.err,
      new RegExp(`RUN_GONE: run ${run}: version \\d+ was anchored`, "u"),
      words.join(" "),
    );
    if (words[0] === "status")
      assert.match(told.out, /^no runs here any more: 1 was here before \(`cairn verify`\)\n/u);
  }
  const doctor = await here.ends(5, "doctor");
  assert.match(doctor.out, new RegExp(`error +RUN_GONE +${run}\\n[^]*1 finding`, "u"));
  assert.match((await here.cairn("verify")).out, /RUN_GONE/u);
});
