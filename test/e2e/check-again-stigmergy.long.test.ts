// A story of stigmergy that failed and that a person mended by hand is checked again, and judged by somebody else as ever.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { workLines } from "./check-again-shop.ts";
import { auto, envOf, shop } from "./stigmergy-shop.ts";

const bad = [
  { write: { path: "src/1.1.txt", text: "bad\n" } },
  { report: { outcome: "done", summary: "did it" } },
];
const gaveUp = [{ report: { outcome: "failed", summary: "no idea" } }];
const own = { "work-1.1-1": bad, "issue-ISSUE-001-2": gaveUp };

test("stigmergy: a story that halted everything", async (t) => {
  const here = shop(t, {
    stories: ["1.1"],
    own,
    settings: { strikes: 1, issues_per_subject: 1 },
  });
  const go = (...argv: readonly string[]) => here.cairn(argv, envOf(here));
  const mend = (text: string): void => {
    mkdirSync(join(here.root, "src"), { recursive: true });
    writeFileSync(join(here.root, "src/1.1.txt"), text);
  };
  const stuck = await go(...auto);
  assert.match(stuck.out, /waits for you {2}halt-/u, stuck.err);
  const before = (await go("log", ".ai", "--json")).out;
  mend("worse\n");
  const red = await go("job", "check", ".ai", "1.1");
  assert.equal(red.exit, 5, red.out + red.err);
  assert.equal(
    red.out.trim(),
    "1.1 is still red, and all is as it was: `node check.cjs`: exit 1\n  not good: 1.1.txt",
  );
  assert.equal((await go("log", ".ai", "--json")).out, before);
  mend("good\n");
  const green = await go("job", "check", "1.1");
  assert.equal(green.exit, 0, green.out + green.err);
  assert.match(
    green.out,
    /^1\.1: 1 check passed on what is there now, 0 of 1 criterion proved; next is review-1\.1-\S+ \(cairn run \S+\)\n/u,
  );
  assert.match(green.out, workLines("1.1", "README.md", "notes.txt", "src/1.1.txt"));
  const done = await go("run", ".ai");
  assert.equal(done.exit, 0, done.out + done.err);
  assert.match(done.out, /criteria 1 met: 1 judged/u);
  assert.equal((await go("verify", ".ai")).exit, 0);
});
