// Tests of the hand-back from a job's copy of an agent program's folder after a kill.
import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openState } from "./state.ts";

test("a login that was renewed before the job's host was killed is handed back before the next attempt", async (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-state-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const users = join(folder, "home/.agent");
  mkdirSync(users, { recursive: true });
  const login = join(users, "login.json");
  writeFileSync(login, '{"token":"old"}', { mode: 0o600 });
  const folders = [
    { path: ".agent", copies: ["login.json"], logins: ["login.json"], sessions: [], returns: null },
  ];
  const asked = {
    home: join(folder, ".cairn"),
    cwd: folder,
    thread: ["task-1"],
    folders,
    env: { HOME: join(folder, "home") },
  };
  const [killed] = (await openState(asked)).mounts;
  writeFileSync(join(killed?.folder ?? "", "login.json"), '{"token":"new"}');
  const next = await openState(asked);
  assert.equal(readFileSync(login, "utf8"), '{"token":"new"}');
  const own = join(next.mounts[0]?.folder ?? "", "login.json");
  assert.equal(readFileSync(own, "utf8"), '{"token":"new"}');
  await next.close();
  assert.equal(existsSync(own), false);
});
