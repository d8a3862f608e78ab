// Tests of an adopted iterative folder: state.json alone, continued from its own statuses.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { at, desk } from "./desk.ts";

const example = join(import.meta.dirname, "../golden/fixtures/iterative/state-development.json");

test("a state.json alone is adopted as it tells, stays so, and asks for criteria, which a person gives", async (t) => {
  const { root, cairn } = desk(t, { "a.txt": "a\n" });
  const git = (...args: readonly string[]): string =>
    execFileSync("git", [...args], { cwd: root, encoding: "utf8" }).trim();
  git("add", ".");
  git(
    "-c",
    "user.email=a@b.c",
    "-c",
    "user.name=a",
    "-c",
    "commit.gpgsign=false",
    "commit",
    "--allow-empty",
    "-qm",
    "begin",
  );
  const hash = git("rev-parse", "--short=7", "HEAD");
  const folder = join(root, ".claude/iterative/user-auth");
  mkdirSync(folder, { recursive: true });
  const told = readFileSync(example, "utf8").replace("abc1234", hash).replace("def5678", hash);
  writeFileSync(join(folder, "state.json"), told);
  const adopted = await cairn(["adopt", ".claude/iterative/user-auth"]);
  assert.equal(adopted.exit, 0, adopted.err);
  const state = (): unknown => JSON.parse(readFileSync(join(folder, "state.json"), "utf8"));
  assert.deepEqual(state(), JSON.parse(told));
  const status = await cairn(["status", "user-auth"]);
  assert.match(status.out, /T3: no criteria found/u);
  const answered = await cairn([
    "decide",
    "user-auth",
    "T3",
    "set",
    "--criteria",
    "a token expires",
  ]);
  assert.equal(answered.exit, 0, answered.err);
  assert.equal(at(state(), "tasks", "T3", "status"), "confirming");
  assert.match((await cairn(["status", "--next", "user-auth"])).out, /T3#4/u);
});
