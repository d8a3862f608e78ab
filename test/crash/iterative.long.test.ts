// Crash tests of iterative: runners killed at every named point of a pass.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { processesWith } from "../../src/workspace/process-facts.ts";
import { at } from "../e2e/desk.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { standing } from "./after-kill.ts";
import { answered, hostsOf, killHost, typed } from "./crew.ts";
import type { Ground } from "./ground.ts";
import type { Parts } from "./passes/agent.ts";
import { direct } from "./passes/director.ts";
import { giveKey, launchedOf, layOutPasses, slug, socketOf } from "./passes/ground.ts";
import { passFindings } from "./passes/pass-findings.ts";
import { remains } from "./remains.ts";
import { type Entry, ledgerOf } from "./told.ts";
import { fate, hostsEnded, type Turn, turn } from "./turn.ts";

const laidOut = async (t: TestContext, parts: Parts): Promise<Ground> => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-crash-"));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return layOutPasses(builtLauncher(), folder, parts);
};

const expectedHeadings = [
  "T1 - Iteration 1",
  "T1 - Note 1",
  "T1 - Note 2",
  "T1 - Note 3",
  "T1 - Iteration 2",
  "T1 - Confirmation 1",
  "T1 - Verification 1",
  "T1 - Iteration 3",
  "T1 - Confirmation 2",
  "T1 - Verification 2",
  "Review - Iteration 1",
  "T1 - Note 4",
  "T1 - Iteration 4",
  "T1 - Confirmation 3",
  "T1 - Verification 3",
  "Review - Iteration 2",
];

const headings = (text: string): readonly string[] =>
  text.match(/^## .*(?= - )/gmu)?.map((line) => line.slice(3)) ?? [];
const count = (ledger: readonly Entry[], type: string): number =>
  ledger.filter((entry) => entry.type === type).length;

test("story 5: killed at every point of a pass, of a gate, of a review and of the move, a run with a gap, a block and an issue ends as if it never was", async (t) => {
  const here = await laidOut(t, { T1: { gap: true, blocked: true, review: true } });
  const before: readonly Turn[] = [
    fate("insert", "PassBegun"),
    fate("spawn", ""),
    { job: "T1#2", at: "launched" },
    fate("insert", "UnitStuck"),
    { exits: 3 },
  ];
  for (const one of before) await turn(here, ["run", slug], one);
  giveKey(here);
  await answered(here, ["decide", slug, "T1", "unblock", "--note", "it lies there"]);
  const after: readonly Turn[] = [
    { job: "T1#3", at: "changed" },
    { job: "T1#3", at: "committed" },
    fate("committed", "PassEnded"),
    fate("insert", "GateRun"),
    { job: "T1#4", at: "signalled", alone: true },
    fate("insert", "WorkConfirmed"),
    fate("committed", "VerdictGiven"),
    { job: "T1#6", at: "committed", alone: true },
    fate("insert", "CommitRecorded"),
    fate("rename", "/state.json"),
    fate("insert", "ReviewGiven"),
    fate("committed", "UnitReopened"),
    fate("insert", "RunArchived"),
    fate("rename", "/archive/"),
    { exits: 0 },
  ];
  for (const one of after) await turn(here, ["run", slug], one);

  const ledger = await ledgerOf(here, slug);
  const run = String(ledger[0]?.data["run"]);
  // Begun and never launched: the one pass that is taken back, and not counted.
  assert.deepEqual(
    [...passFindings(here, ledger, false), ...(await remains(here, run))],
    ["PassVoided: its host never came up"],
  );
  assert.equal(at(await answered(here, ["verify", slug]), "ok"), true);
  const [name = ""] = readdirSync(join(here.home, "archive"));
  const read = (path: string): string =>
    readFileSync(join(here.home, "archive", name, path), "utf8");
  assert.deepEqual(headings(read("progress.md")), expectedHeadings);
  const state: unknown = JSON.parse(read("state.json"));
  assert.deepEqual(
    ["status", "iterations_used", "confirmations_used", "verification_passed"].map((key) =>
      at(state, "tasks", "T1", key),
    ),
    ["done", 4, 3, true],
  );
  assert.deepEqual(
    launchedOf(here),
    [2, 3, 4, 5, 6, 7, 8]
      .map((n) => `T1#${n}`)
      .concat("reviewer#1", "T1#9", "T1#10", "T1#11", "reviewer#2"),
  );
  assert.deepEqual(
    [
      "CommitRecorded",
      "GateRun",
      "WorkConfirmed",
      "VerdictGiven",
      "ReviewGiven",
      "UnitSettled",
    ].map((type) => count(ledger, type)),
    [3, 8, 3, 3, 2, 2],
  );
});

test("story 6: where host and spool are gone, a pass that changed nothing is made again uncounted, and one that did counts, with its work kept", async (t) => {
  const here = await laidOut(t, { T1: { gap: false, blocked: false, review: false } });
  const stops = [
    { job: "T1#1", at: "launched", stopped: Promise.withResolvers<void>() },
    { job: "T1#2", at: "changed", stopped: Promise.withResolvers<void>() },
    { job: "T1#3", at: "launched", stopped: Promise.withResolvers<void>() },
  ] as const;
  const last = Promise.withResolvers<void>();
  // Whoever lost its host stays where it is until it is swept away.
  const director = await direct(socketOf(here), async (stop) => {
    const met = stops.find(({ job, at: point }) => job === stop.job && point === stop.at);
    met?.stopped.resolve();
    if (met?.job === "T1#3") await last.promise;
    else if (met !== undefined) await new Promise(() => undefined);
  });
  const briefs: string[] = [];
  const marks: string[] = [];
  try {
    for (const { job, stopped } of stops) {
      const one = typed(here, ["run", slug]);
      const ended = await Promise.race([stopped.promise, one.ended]);
      assert.equal(ended, undefined, `it ended before ${job}`);
      one.kill();
      await one.ended;
      assert.deepEqual(standing(here), []);
      const [host] = await hostsOf(here);
      assert.ok(host !== undefined && host.job.job.key === job);
      briefs.push(readFileSync(join(host.folder, "brief.md"), "utf8"));
      if (job === "T1#3") break;
      assert.ok(killHost(host));
      marks.push(`CAIRN_MARK=${host.job.mark}`);
      rmSync(join(here.root, ".git/cairn/spool"), { recursive: true });
    }
    assert.deepEqual(
      marks.flatMap((mark) =>
        processesWith(mark).map(({ pid }) => `${pid} (${mark}) is still at work`),
      ),
      [],
    );
  } finally {
    last.resolve();
    await director.close();
  }
  await hostsEnded(here);

  const [first, again, next] = briefs;
  assert.equal(again, first);
  assert.match(next ?? "", /Iteration 2 of 10[^]*progress\.md/u);
  const work = await typed(here, ["diff", slug, "T1", "--patch"]).ended;
  assert.match(work.out.join("\n"), /^\+one$/mu);
  const ledger = await ledgerOf(here, slug);
  const told = ledger
    .filter(({ type }) => type.startsWith("Pass"))
    .map(({ type, data }) => [type, data["n"], data["result"] ?? null]);
  assert.deepEqual(told, [
    ["PassBegun", 1, null],
    ["PassVoided", 1, null],
    ["PassBegun", 2, null],
    ["PassEnded", 2, "continue"],
    ["PassBegun", 3, null],
  ]);
  assert.deepEqual(launchedOf(here), ["T1#1", "T1#2", "T1#3"]);
  const state: unknown = JSON.parse(readFileSync(join(here.home, slug, "state.json"), "utf8"));
  assert.equal(at(state, "tasks", "T1", "iterations_used"), 2);
  assert.deepEqual(headings(readFileSync(join(here.home, slug, "progress.md"), "utf8")), [
    "T1 - Iteration 1",
  ]);
});
