// A checkout whose index a killed merge or undo left locked, as doctor tells and mends it.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { digest } from "../../src/core/hash.ts";
import { folderOf } from "../../src/workspace/places/folder.ts";
import { gitAround } from "../../src/workspace/locate.ts";
import { git, landed } from "../e2e/delivery-desk.ts";

test("a lock that a killed merge left is told by doctor, and removed unless the merge is to be finished", async (t) => {
  const own = await landed(t, [{ "one.txt": "1\n" }]);
  const lock = join(own.root, ".git/index.lock");
  const user = gitAround(own.root);
  assert.ok(user !== null);
  const moves = join(folderOf(user), "moves");
  assert.equal((await own.cairn(["merge", own.run, "--yes"])).exit, 0);
  const kinds = async (...more: readonly string[]): Promise<string> => {
    const { out, err } = await own.cairn(["doctor", ...more]);
    return out + err;
  };
  assert.doesNotMatch(await kinds(), /CHECKOUT_/u);
  writeFileSync(lock, `cairn ${JSON.stringify({ pid: 2 ** 22 + 1, start: "1@none" })}`);
  mkdirSync(moves, { recursive: true });
  assert.deepEqual(readdirSync(moves), []);
  const record = join(moves, `${digest(user.own).slice(0, 16)}.json`);
  writeFileSync(
    record,
    JSON.stringify({ from: git(own, "rev-parse", "HEAD"), to: "0".repeat(40) }),
  );
  assert.match(await kinds("--fix"), /CHECKOUT_HALF[^]*repeat that command: it finishes/u);
  assert.ok(existsSync(lock));
  rmSync(lock);
  assert.match(await kinds(), /CHECKOUT_HALF[^]*has written a part of its files/u);
  writeFileSync(lock, `cairn ${JSON.stringify({ pid: 2 ** 22 + 1, start: "1@none" })}`);
  writeFileSync(
    record,
    JSON.stringify({ from: "0".repeat(40), to: git(own, "rev-parse", "HEAD") }),
  );
  assert.match(
    await kinds(),
    /CHECKOUT_LOCKED[^]*index\.lock is the lock of a `cairn merge` or `cairn undo` that was\s+killed/u,
  );
  assert.ok(existsSync(lock));
  assert.match(await kinds("--fix"), /CHECKOUT_LOCKED/u);
  assert.deepEqual([existsSync(lock), existsSync(record)], [false, false]);
  assert.doesNotMatch(await kinds(), /CHECKOUT_/u);
});
