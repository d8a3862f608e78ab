// Tests of ineffective settings: patience that is no number, per-job variables in env.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { at, desk } from "./desk.ts";

test("a patience that is no number of seconds is told by run, a sound one alone is not", async (t) => {
  const { cairn } = desk(t);
  const started = await cairn(["run", "--later", "ultrawork", "A look", "--session", "look"]);
  assert.equal(started.exit, 0, started.err);
  const odd = await cairn(["run", "look", "--hand"], { env: { CAIRN_SILENCE_S: "15min" } });
  assert.match(
    odd.err,
    /warning CAIRN_SILENCE_S is no number of seconds above 0, so the usual 900 count/u,
  );
  const sound = await cairn(["run", "look", "--hand"], { env: { CAIRN_SILENCE_S: "1200" } });
  assert.doesNotMatch(sound.err, /CAIRN_SILENCE_S/u);
});

test("variables of a job that an agent's env sets are told apart: each job has its own", async (t) => {
  const { root, cairn } = desk(t);
  const mine = {
    driver: "command",
    argv: ["node", "{brief}"],
    env: { CAIRN_TOKEN: "9.x", CAIRN_RUN: "y", MINE: "1" },
  };
  writeFileSync(
    join(root, "cairn.config.json"),
    JSON.stringify({ agents: { mine }, roles: { "*": "mine" } }),
  );
  const env = { PATH: dirname(process.execPath) };
  const shown = await cairn(["setup", "agents"], { env });
  assert.match(shown.out, /sets +MINE\n/u);
  assert.match(
    shown.out,
    /warning +its env sets CAIRN_RUN, CAIRN_TOKEN in vain: each job has its own/u,
  );
  const told = (await cairn(["setup", "agents", "--json"], { env })).json();
  assert.deepEqual(
    [at(told, "agents", 0, "runs", "env"), at(told, "agents", 0, "runs", "vain")],
    [["MINE"], ["CAIRN_RUN", "CAIRN_TOKEN"]],
  );
});
