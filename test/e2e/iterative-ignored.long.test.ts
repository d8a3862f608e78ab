// Tests of Outputs of knowledge runs that git ignores (.claude): they count as work.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asTyped, at, desk, type Desk, hostsWithin } from "./desk.ts";
import { eventsOf } from "./ground.ts";

hostsWithin();

const unit = {
  id: "R1",
  title: "Find sources",
  criteria: ["three are named"],
  output: "outputs/r1.md",
  max: 3,
};

const last = async (here: Desk, type: string): Promise<unknown> =>
  (await eventsOf(here, "guide")).findLast((event) => event.type === type);

/** Whoever claims its pass writes, or leaves it, and says that it is done. */
const pass = async (here: Desk, name: string, text: string | null): Promise<void> => {
  const claim = await here.ends(0, asTyped`job claim guide R1 --as ${name} --json`);
  const path = join(here.root, ".claude/iterative/guide/outputs");
  mkdirSync(path, { recursive: true });
  if (text !== null) writeFileSync(join(path, "r1.md"), text);
  const report = JSON.stringify({ unit: "R1", status: "done", did: "looked", remaining: "None" });
  await here.ends(
    0,
    asTyped`job report guide --token ${String(at(claim.json(), "token"))} --data ${report}`,
  );
  await here.ends(3, "run guide --hand");
};

test("an Output that git ignores counts: as work, as what a confirmation found, and as agreement where it stays", async (t) => {
  const here = desk(t, { ".gitignore": ".claude/\n" });
  const start = asTyped`run --later iterative "Research sources" --slug guide --done-when "they are named"`;
  await here.ends(0, start);
  await here.ends(0, asTyped`send guide ProposePlan --data ${JSON.stringify({ units: [unit] })}`);
  await here.ends(0, "decide guide plan approve");
  await pass(here, "ana", "word ".repeat(50));
  assert.equal(at(await last(here, "PassEnded"), "data", "measured", "did"), true);
  await pass(here, "ben", "more ".repeat(50));
  assert.deepEqual(at(await last(here, "WorkFound"), "data", "paths"), [
    "(only files that git ignores)",
  ]);
  await pass(here, "cleo", null);
  assert.equal(at(await last(here, "PassEnded"), "data", "measured", "did"), false);
  assert.equal(at(await last(here, "WorkConfirmed"), "data", "holder"), "cleo");
});
