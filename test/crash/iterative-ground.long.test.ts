// Crash tests of iterative's folder and branch: kills between record and rename, git moves.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { at } from "../e2e/desk.ts";
import { builtLauncher } from "../fixtures/built.ts";
import { answered, typed } from "./crew.ts";
import type { Ground } from "./ground.ts";
import type { Parts } from "./passes/agent.ts";
import { fated, layOutPasses, planned, slug } from "./passes/ground.ts";
import { remains } from "./remains.ts";
import { ledgerOf } from "./told.ts";

const plain: Parts = { T1: { gap: false, blocked: false, review: false } };
const laidOut = async (t: TestContext, parts = plain): Promise<Ground> => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-crash-"));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return layOutPasses(builtLauncher(), folder, parts);
};

/** Delivered by a person's word, so that no agent is needed; its runner dies when all is recorded and the folder not yet moved. */
const deliveredAndKilled = async (here: Ground, run: string): Promise<void> => {
  await answered(here, ["send", run, "SkipTo", "--phase", "deliver", "--reason", "a demo"]);
  await answered(here, ["send", run, "ApproveDelivery", "--reason", "seen it"]);
  const { signal, err } = await typed(
    here,
    ["run", run],
    undefined,
    fated({ at: "rename", word: "/archive/", nth: 1 }),
  ).ended;
  assert.equal(signal, "SIGKILL", err.join("\n"));
};

test("story 15: two runs of one slug delivered on one day, each killed between record and rename, lie in two folders, both complete", async (t) => {
  const here = await laidOut(t);
  const archive = join(here.home, "archive");
  const paths: string[] = [];
  const runs: string[] = [];
  for (const round of [1, 2]) {
    if (round === 2) await planned(here);
    const [first] = await ledgerOf(here, slug);
    const run = String(first?.data["run"]);
    runs.push(run);
    await deliveredAndKilled(here, run);
    const rows = await ledgerOf(here, run);
    paths.push(String(rows.find(({ type }) => type === "RunArchived")?.data["path"]));
  }
  for (const run of runs) assert.equal((await typed(here, ["run", run]).ended).exit, 0);
  assert.equal(new Set(runs).size, 2);
  const [one = "", other = ""] = paths;
  assert.match(one, /^\.claude\/iterative\/archive\/add-login-\d{8}$/u);
  assert.equal(other.startsWith(one) ? other : `${one}-2`, `${one}-2`);
  assert.deepEqual(
    readdirSync(archive)
      .map((name) => `.claude/iterative/archive/${name}`)
      .toSorted(),
    paths.toSorted(),
  );
  assert.equal(existsSync(join(here.home, slug)), false);
  for (const [index, path] of paths.entries()) {
    const state: unknown = JSON.parse(readFileSync(join(here.root, path, "state.json"), "utf8"));
    assert.deepEqual([at(state, "slug"), at(state, "phase")], [slug, "complete"]);
    const run = runs[index] ?? "";
    assert.equal(at(await answered(here, ["verify", run]), "ok"), true);
    assert.deepEqual(await remains(here, run), []);
  }
});
