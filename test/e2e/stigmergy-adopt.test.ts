// Tests of adopting the original's stigmergy folders: whole or not at all.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { changed, type Free, json, sound } from "../formats/stigmergy-files.ts";
import { desk } from "./desk.ts";

const shop = (t: TestContext, state: string) => {
  const here = desk(t);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(here.root, path)), { recursive: true });
    writeFileSync(join(here.root, path), text);
  };
  put(".ai/state.json", state);
  const text = (): string => readFileSync(join(here.root, ".ai/state.json"), "utf8");
  return { ...here, put, text };
};

const start = ["run", "--later", "stigmergy", "Sell plants", "--name", "Seed shop"];

test("a state file that is cut in half or empty stays as it is, whether start or adopt meets it (acceptance 2)", async (t) => {
  for (const state of [json(sound()).slice(0, 700), ""]) {
    const { cairn, text, root } = shop(t, state);
    const started = await cairn(start);
    assert.deepEqual(
      [started.exit, started.err.startsWith("FOLDER_TAKEN")],
      [2, true],
      started.err,
    );
    for (const more of [[], ["--convert"], ["--dry-run"]]) {
      const adopted = await cairn(["adopt", ".ai", ...more]);
      assert.deepEqual(
        [
          adopted.exit,
          /^FILE_BROKEN.*line \d+, column \d+\)\n {2}mend it there/u.test(adopted.err),
        ],
        [2, true],
        adopted.err,
      );
    }
    const checked = await cairn("check .ai");
    assert.match(checked.out, /FILE_BROKEN/u);
    assert.equal(text(), state);
    assert.deepEqual(readdirSync(join(root, ".ai")), ["state.json"]);
  }
});

const older = (): Free =>
  changed((state) => {
    state.project_status = "PROJECT_COMPLETE";
    state.project_manifest.epics[0].epic_id = "1";
    state.project_manifest.epics[0].stories[0].status = "DONE";
    state.project_manifest.epics[0].stories[1].status = "QA_PENDING";
    state.history[1].signal = null;
    state.secrets = { key: "hunter2-hunter2" };
  });

test("an older file changes by no byte till that is asked for, and then each reading is told (acceptance 15)", async (t) => {
  const before = json(older());
  const { cairn, ends, text, root } = shop(t, before);
  const refused = await cairn("adopt .ai");
  assert.deepEqual([refused.exit, refused.err.startsWith("SCHEMA_OLD")], [2, true], refused.err);
  const dry = await cairn("adopt .ai --convert --dry-run");
  assert.match(dry.out, /DONE: write COMPLETE/u);
  assert.equal(text(), before);
  assert.ok(
    !existsSync(join(root, ".git/cairn")) ||
      !readdirSync(join(root, ".git/cairn")).includes("kept"),
  );
  const done = await ends(0, "adopt .ai --convert");
  for (const word of [
    "QA_PENDING: write AWAITING_VERIFICATION",
    "STATUS_DERIVED",
    "signal is null",
    "SECRETS_DROPPED",
    "read as 1",
  ])
    assert.ok(done.out.includes(word), word);
  const file: Free = JSON.parse(text());
  assert.deepEqual(
    [file.project_status, file.history[0]],
    ["EXECUTION_IN_PROGRESS", older().history[0]],
  );
  assert.equal(file.history[1].summary, older().history[1].summary);
  assert.match((await cairn("status")).out, /1\.1 .*adopted, not proved here/u);
  assert.match((await cairn("status --state 1.1")).out, /"settledBy": "adopted"/u);
  const log = await cairn("log --json");
  for (const said of [text(), log.out, done.out, (await cairn("status")).out])
    assert.ok(!said.includes("hunter2"));
  const kept = readdirSync(join(root, ".git/cairn/kept"), { recursive: true, encoding: "utf8" });
  const originals = kept
    .filter((path) => path.includes("/"))
    .map((path) => readFileSync(join(root, ".git/cairn/kept", path), "utf8"));
  assert.deepEqual(originals, [before], "the original's bytes are kept");
  const next = await cairn("status --next");
  assert.match(
    next.out,
    /^gate: blueprint/u,
    "nothing starts and nothing is verified before its blueprint is looked at",
  );
  assert.doesNotMatch(next.out, /ready/u);
  await ends(0, "verify");
});
