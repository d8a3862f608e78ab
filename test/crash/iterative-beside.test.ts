// Tests of iterative units worked on side by side: changes stay apart.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { at } from "../e2e/desk.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { typed } from "./crew.ts";
import { direct } from "./passes/director.ts";
import { fated, layOutPasses, slug, socketOf } from "./passes/ground.ts";
import { ledgerOf } from "./told.ts";

const plain = { gap: false, blocked: false, review: false };

test("story 10: T2 works, commits and writes its entry while T1 is at work: none of it counts as T1's, and who shares a file waits", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-crash-"));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const parts = { T1: plain, T2: plain, T3: { ...plain, files: ["T1.txt", "T3.txt"] } };
  const here = await layOutPasses(builtLauncher(), folder, parts, 3);
  const other = Promise.withResolvers<void>();
  const director = await direct(socketOf(here), async (stop) => {
    if (stop.job === "T1#1" && stop.at === "launched") await other.promise;
  });
  // Its end is told when it is recorded; only then does T1 begin to write.
  const hear = (line: string): void => {
    if (/ PassEnded T2#1\b/u.test(line)) other.resolve();
  };
  try {
    // Dies at the second gate: all that is asked about has happened by then.
    const { signal, err } = await typed(
      here,
      ["run", slug, "--verbose"],
      hear,
      fated({ at: "committed", word: "GateRun", nth: 2 }),
    ).ended;
    assert.equal(signal, "SIGKILL", err.join("\n"));
  } finally {
    other.resolve();
    await director.close();
  }
  const ledger = await ledgerOf(here, slug);
  const passes = ledger.filter(({ type }) => /^(PassBegun|PassEnded|GateRun)$/u.test(type));
  assert.deepEqual(
    passes.slice(0, 4).map(({ type, data }) => `${type} ${String(data["unit"])}`),
    ["PassBegun T1", "PassBegun T2", "PassEnded T2", "PassEnded T1"],
  );
  const of = (unit: string, type: string): readonly string[] =>
    ledger
      .filter((entry) => entry.type === type && entry.data["unit"] === unit)
      .map(({ data }) => String(data["subject"] ?? data["entry"]));
  for (const unit of ["T1", "T2"]) {
    assert.deepEqual(of(unit, "CommitRecorded"), [`feat(add-login): ${unit} says one`]);
    assert.deepEqual(
      of(unit, "EntryKept").map((entry) => entry.split(" - ")[0]),
      [`## ${unit}`],
    );
  }
  const mine = passes.flatMap(({ type, data }) =>
    type === "PassEnded" ? [at(data, "measured", "mine")] : [],
  );
  assert.deepEqual(mine, [["T2.txt"], ["T1.txt"]]);
  const progress = readFileSync(join(here.home, slug, "progress.md"), "utf8");
  assert.deepEqual(progress.match(/^## .*(?= - )/gmu), [
    "## T2 - Iteration 1",
    "## T1 - Iteration 1",
  ]);
});
