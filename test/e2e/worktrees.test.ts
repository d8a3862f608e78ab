// Tests of git worktrees and sub-folders: same runs in the same place.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at, desk } from "./desk.ts";
import { git } from "./ground.ts";

test("story 13: from a worktree, a sub-folder or the top it is the same team and run; sessions share no file; a live one isn't archived", async (t) => {
  const { folder, root, cairn, ends } = desk(t);
  git({ root }, "commit", "--quiet", "--allow-empty", "-m", "begin");
  const side = join(folder, "side");
  git({ root }, "worktree", "add", "--quiet", side);
  const src = join(root, "src");
  mkdirSync(src);

  const started = await ends(0, 'run --later ultrawork "Add a login" --session one --json', {
    cwd: side,
  });
  const one = join(folder, "sessions", "shop", "sessions", "one");
  assert.equal(at(started.json(), "folder"), one);
  const seen = await cairn("status --json", { cwd: src });
  assert.equal(at(seen.json(), "runs", 0, "run"), at(started.json(), "run"));

  const other = await cairn('run --later ultrawork "Add a logout" --session two --json', {
    cwd: src,
  });
  const two = join(folder, "sessions", "shop", "sessions", "two");
  assert.equal(at(other.json(), "folder"), two);
  const before = readFileSync(join(one, "session.json"), "utf8");
  assert.match((await cairn("archive one")).err, /RUN_LIVE/);
  await ends(0, "stop --cancel two --yes", { cwd: side });
  await ends(0, "archive two", { cwd: src });
  assert.match(
    readFileSync(join(folder, "sessions", "shop", "archive", "two", "session.json"), "utf8"),
    /"phase": "CANCELLED"/,
  );
  assert.equal(readFileSync(join(one, "session.json"), "utf8"), before);
  await ends(0, "status one", { cwd: side });
});
