// A unit's short name alone is never taken for the start of a run's id, which is drawn by chance.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, desk } from "./desk.ts";

const criteria = (subject: string) => [
  { criteria: `${subject} is there`, command: "test -e plan.json" },
];
const plan = {
  tasks: "0123456789abcdefghijklmnopqrstuvwxyz"
    .split("")
    .map((id) => ({ id, subject: `Task ${id}`, success_criteria: criteria(id) })),
  verify: { success_criteria: criteria("all") },
};

test("one short word is the unit of the only live run; before a unit, or longer, it names the run", async (t) => {
  const here = desk(t, { "plan.json": JSON.stringify(plan) });
  const started = await here.cairn([
    "run",
    "--later",
    "ultrawork",
    "Goal",
    "--session",
    "shop-1",
    "--plan",
    "plan.json",
    "--auto",
    "--json",
  ]);
  assert.equal(started.exit, 0, started.err);
  const run = String(at(started.json(), "run"));
  const short = run.slice(0, 1);
  const unit = async (...words: readonly string[]): Promise<string> =>
    (await here.cairn(["evidence", ...words])).out;
  const own = await unit("shop-1", short);
  assert.match(own, new RegExp(`^${short}\\n`, "u"));
  assert.match(own, /0 of 1 criterion proved/u);
  assert.equal(await unit(short), own);
  assert.equal(await unit(short, short), own);
  assert.equal(await unit(run.slice(0, 4)), await unit("shop-1"));
});
