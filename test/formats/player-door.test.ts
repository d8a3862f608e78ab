// Tests of adopting, judging and refusing player folders and hand edits, on a real disk.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { at, desk } from "../e2e/desk.ts";
import { type Free, session } from "../fixtures/player-desk.ts";
import { seedTemplate, templateText } from "../fixtures/player-template.ts";
import { example, json, snapshot, templatePath } from "./player-folders.ts";

const place = `.workflow/sessions/${session}`;
const archive = `.workflow/sessions/archive/${session}`;
/** A repository with the published example's folder, and the template that it names. */
const given = (t: TestContext, state: Free = example()) => {
  const made = desk(t);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(made.root, path)), { recursive: true });
    writeFileSync(join(made.root, path), text);
  };
  const get = (path: string): string => readFileSync(join(made.root, path), "utf8");
  put(`${place}/session-state.json`, json(state));
  put(`${place}/checkpoints/CP-01.json`, json(snapshot()));
  put(templatePath, templateText(seedTemplate()));
  const change = (by: (file: Free) => void): void => {
    const file: Free = JSON.parse(get(`${place}/session-state.json`));
    by(file);
    put(`${place}/session-state.json`, json(file));
  };
  return {
    ...made,
    put,
    get,
    change,
    has: (path: string): boolean => existsSync(join(made.root, path)),
  };
};
const adopted = async (t: TestContext, state?: Free) => {
  const scene = given(t, state);
  const answer = await scene.cairn(["adopt", place, "--json"]);
  assert.equal(answer.exit, 0, answer.out + answer.err);
  return { ...scene, run: String(at(answer.json(), "run")) };
};
test("the published example is judged, adopted with the template that it names, and comes out byte for byte", async (t) => {
  const { cairn, get, run } = await adopted(t);
  assert.equal(get(`${place}/session-state.json`), json(example()));
  assert.equal(get(`${place}/checkpoints/CP-01.json`), json(snapshot()));
  assert.equal(get(`${place}/artifacts/template.json`), templateText(seedTemplate()));
  for (const path of [place, `${place}/session-state.json`, templatePath, dirname(templatePath)])
    assert.deepEqual([(await cairn(["check", path])).exit, path], [0, path]);
  const status = await cairn(["status", run, "--json"]);
  assert.equal(at(status.json(), "phase"), "RUNNING");
  assert.equal((await cairn(["verify", run])).exit, 0);
});

test("a template behind a link that leads out of the tree is not read", async (t) => {
  const { root, folder, cairn } = given(t);
  writeFileSync(join(folder, "secret.json"), templateText(seedTemplate()));
  rmSync(join(root, templatePath));
  symlinkSync(join(folder, "secret.json"), join(root, templatePath));
  const answer = await cairn(["adopt", place, "--dry-run"]);
  assert.match(answer.out, /TEMPLATE_MISSING/);
});

test("--from a snapshot where the main file is broken; without it the snapshots are named", async (t) => {
  const { cairn, put, run } = { ...given(t), run: "" };
  put(`${place}/session-state.json`, json(example()).slice(0, 500));
  const refused = await cairn(["adopt", place]);
  assert.deepEqual([refused.exit, /--from CP-01/.test(refused.out + refused.err)], [2, true]);
  const built = await cairn(["adopt", place, "--from", "CP-01", "--json"]);
  assert.equal(built.exit, 0, built.err + run);
  assert.equal(at(built.json(), "adopted", "phase"), "PAUSED");
});

test("stories 9, 10: an agent edits the file: its node is finished with its output, and a forged gate is refused, kept and put back", async (t) => {
  const { cairn, change, get, put, has, run } = await adopted(t);
  put(`${place}/artifacts/N-002-output.md`, "what N-002 did\n");
  change((file) =>
    Object.assign(file.node_states["N-002"], {
      status: "completed",
      completed_at: "2026-03-17T15:00:00Z",
      session_id: "WFS-2",
    }),
  );
  const shown = await cairn(["status", "--state", run, "N-002", "--json"]);
  assert.match(shown.out, /what N-002 did/);
  const file: Free = JSON.parse(get(`${place}/session-state.json`));
  assert.deepEqual(
    [file.node_states["N-002"].status, file.current_node, file.node_states["CP-02"].status],
    ["completed", "CP-02", "running"],
  );
  assert.ok(has(`${place}/checkpoints/CP-02.json`));
  change((one) => Object.assign(one.node_states["CP-02"], { status: "completed" }));
  await cairn(["status", run]);
  assert.equal(
    JSON.parse(get(`${place}/session-state.json`)).node_states["CP-02"].status,
    "running",
  );
  assert.match(get(`${place}/refused.md`), /CHECKPOINT_GATED/);
});

test("a checkpoint file by hand goes away, one that lies is refused, and the pinned template is put back", async (t) => {
  const { cairn, get, has, put, run } = await adopted(t);
  put(
    `${place}/checkpoints/CP-02.json`,
    json({
      ...snapshot(),
      checkpoint_id: "CP-02",
      node_states_snapshot: JSON.parse(get(`${place}/session-state.json`)).node_states,
    }),
  );
  await cairn(["status", run]);
  assert.deepEqual(
    [has(`${place}/checkpoints/CP-02.json`), has(`${place}/refused.md`)],
    [false, false],
  );
  put(
    `${place}/checkpoints/CP-02.json`,
    json({
      ...snapshot(),
      checkpoint_id: "CP-02",
      node_states_snapshot: { "N-004": { status: "completed" } },
    }),
  );
  await cairn(["status", run]);
  assert.equal(has(`${place}/checkpoints/CP-02.json`), false);
  assert.match(get(`${place}/refused.md`), /SNAPSHOT_IMMUTABLE/);
  put(`${place}/artifacts/template.json`, "{}");
  await cairn(["status", run]);
  assert.equal(get(`${place}/artifacts/template.json`), templateText(seedTemplate()));
  assert.match(get(`${place}/refused.md`), /TEMPLATE_PINNED/);
});

test("a folder moved to the archive by hand is written anew in its place, and the moved copy stays", async (t) => {
  const { root, cairn, get, has, run } = await adopted(t);
  writeFileSync(join(root, place, "mine.txt"), "free");
  mkdirSync(dirname(join(root, archive)), { recursive: true });
  renameSync(join(root, place), join(root, archive));
  await cairn(["status", run]);
  assert.deepEqual([has(place), get(`${archive}/mine.txt`)], [true, "free"]);
  assert.doesNotMatch((await cairn(["log", run, "--json"])).out, /RunArchived/);
});
