// Exports of older code are restored, verify, and show the status that they showed then.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRecord } from "../../src/core/record.ts";
import { at, desk } from "./desk.ts";

const fixtures = join(import.meta.dirname, "../fixtures/ledgers/before-kit");
const expected = join(fixtures, "expected/status.json");

/** Runs whose folders don't collide: one ledger has room for all of them. */
const exports = [
  "mvsjszq80q1x-37",
  "kdkgvnr6s4e1-7",
  "qnj9twch6gwv-4",
  "zp35a1v70bja-17",
  "88s7ngpzxgsb-47",
  "5twtq7x5t2fy-5",
  "afgw1t7j9rgn-42",
];

test("exports of all protocols come back with nothing lost, and each run stands where it stood", async (t) => {
  const here = desk(t);
  // The exported sessions of ultrawork lie in ~/sessions.
  const home = process.env["HOME"];
  process.env["HOME"] = here.folder;
  t.after(() => {
    if (home === undefined) delete process.env["HOME"];
    else process.env["HOME"] = home;
  });
  const backup = join(here.folder, "backup");
  mkdirSync(backup);
  for (const name of exports)
    copyFileSync(join(fixtures, "exports", `${name}.jsonl`), join(backup, `${name}.jsonl`));
  const restored = await here.cairn(["restore", backup]);
  assert.equal(restored.exit, 0, restored.out + restored.err);

  const verified = await here.cairn(["verify", "--json"]);
  assert.equal(at(verified.json(), "ok"), true, verified.out);
  const findings = at(verified.json(), "findings");
  assert.ok(Array.isArray(findings));
  // The exports' repository isn't here, nor the work in it; anything else would be a loss.
  const away = ["COMMIT_GONE", "GIT_UNANCHORED", "WORK_LOST"];
  assert.deepEqual(
    findings.filter((one) => !away.includes(String(at(one, "code")))),
    [],
  );

  const standing: Record<string, unknown> = {};
  for (const name of exports) {
    const [run = ""] = name.split("-");
    const shown = await here.cairn(["status", run, "--json"]);
    assert.equal(shown.exit, 0, shown.err);
    standing[name] = JSON.parse(shown.out.replaceAll(here.folder, "{folder}"));
  }
  if (process.env["CAIRN_OLD_LEDGERS"] === "write")
    writeFileSync(expected, `${JSON.stringify(standing, null, 1)}\n`);
  const then: unknown = JSON.parse(readFileSync(expected, "utf8"));
  assert.ok(isRecord(then));
  for (const name of exports) assert.deepEqual(standing[name], then[name], name);
});

test("an archived run that is restored leaves its former folder to the run that lives there now", async (t) => {
  const here = desk(t);
  const [live, archived] = ["1ad45wb0ssez", "88s7ngpzxgsb"];
  const folder = join(here.root, ".claude/iterative/add-login");
  for (const name of [`${live}-8`, `${archived}-47`]) {
    const restored = await here.cairn(["restore", join(fixtures, "exports", `${name}.jsonl`)]);
    assert.equal(restored.exit, 0, restored.out + restored.err);
    assert.ok(existsSync(join(folder, "state.json")), `after ${name}`);
  }
  for (const run of [live, archived]) {
    const verified = await here.cairn(["verify", run, "--json"]);
    assert.equal(at(verified.json(), "ok"), true, verified.out);
  }
});
