// Tests of a ledger removed while open (`git clean -fdx`): written back whole.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Ledger } from "../../../src/ledger/ledger.ts";
import { openSqlite } from "../../../src/ledger/sqlite.ts";
import { fails, lay, scratch } from "./ground.ts";

const held = async (ledger: Ledger): Promise<readonly unknown[]> =>
  (await ledger.read({})).map(({ seq, run, hash }) => [seq, run, hash]);

const ground = async (folder: string) => {
  const path = join(folder, ".cairn", "ledger.db");
  const ledger = await openSqlite({ path });
  for (let n = 0; n < 40; n += 1) await lay(ledger, `r${n}`, `c${n}`);
  return { path, ledger, before: await held(ledger), id: await ledger.id() };
};
/** Appends go on till the removal is noticed. */
const until = async (ledger: Ledger): Promise<void> => {
  for (let n = 0; ; n += 1) await lay(ledger, `late${n}`, `late${n}`);
};

test("a ledger that is removed while it is open is written back whole, and both who had it open say so", async (t) => {
  const { path, ledger, before, id } = await ground(scratch(t));
  const other = await openSqlite({ path });
  assert.deepEqual(await held(other), before);
  rmSync(join(path, ".."), { recursive: true });
  await Promise.all([
    fails(
      until(ledger),
      "LEDGER_MOVED",
      /was removed while it was open: this was not recorded\. All its \d+ events were written back/u,
    ),
    fails(
      until(other),
      "LEDGER_MOVED",
      /were written back[^]*is not back: outputs that were kept/u,
    ),
  ]);
  await fails(ledger.read({}), "LEDGER_MOVED", /written back/u);
  const again = await openSqlite({ path });
  const rows = await held(again);
  assert.deepEqual(rows.slice(0, before.length), before);
  assert.equal(await again.id(), id);
  assert.equal((await lay(again, "next", "cn")).is, "appended");
  await Promise.all([ledger.close(), other.close()]);
  assert.equal(
    (await lay(again, "then", "ct")).is,
    "appended",
    "who lets the removed one go touches no other",
  );
  await again.close();
  assert.deepEqual(readdirSync(join(path, "..")), ["ledger.db"]);
});

test("what was acknowledged after the removal, before anybody could notice, is written back, too", async (t) => {
  const { path, ledger } = await ground(scratch(t));
  rmSync(join(path, ".."), { recursive: true });
  const acknowledged: string[] = [];
  await fails(
    (async () => {
      for (let n = 0; ; n += 1) {
        await lay(ledger, `late${n}`, `late${n}`);
        acknowledged.push(`late${n}`);
      }
    })(),
    "LEDGER_MOVED",
  );
  const again = await openSqlite({ path });
  const runs = new Set((await again.read({})).map(({ run }) => run));
  assert.deepEqual(
    acknowledged.filter((run) => !runs.has(run)),
    [],
  );
  await again.close();
  await ledger.close();
});

test("where another ledger was begun in its place, that one is left alone and the removed one lies beside it", async (t) => {
  const { path, ledger, before } = await ground(scratch(t));
  rmSync(join(path, ".."), { recursive: true });
  const next = await openSqlite({ path });
  await lay(next, "new", "cn");
  await fails(until(ledger), "LEDGER_MOVED", /Another file lies there by now/u);
  assert.deepEqual(
    (await next.read({})).map(({ run }) => run),
    ["new"],
  );
  const [kept = ""] = readdirSync(join(path, "..")).filter((name) =>
    name.startsWith("ledger.db.removed-"),
  );
  const saved = await openSqlite({ path: join(path, "..", kept) });
  assert.deepEqual((await held(saved)).slice(0, before.length), before);
  for (const one of [saved, next, ledger]) await one.close();
});

test("one that was only moved is not written back, and what can't be written back is said to be lost", async (t) => {
  const folder = scratch(t);
  const { path, ledger } = await ground(folder);
  renameSync(join(folder, ".cairn"), join(folder, "moved"));
  await fails(until(ledger), "LEDGER_MOVED", /was moved, replaced or removed/u);
  assert.deepEqual(readdirSync(folder), ["moved"]);
  await ledger.close();
  mkdirSync(join(folder, "second"));
  const second = await ground(join(folder, "second"));
  rmSync(join(folder, "second"), { recursive: true });
  // A file stands where the folder was.
  renameSync(join(folder, "moved", "ledger.db"), join(folder, "second"));
  await fails(
    until(second.ledger),
    "LEDGER_MOVED",
    /could not be written back[^]*Its events are lost/u,
  );
  await second.ledger.close();
  assert.ok(path.length > 0);
});

test("who only reads a ledger writes it back, too", async (t) => {
  const { path, ledger, before } = await ground(scratch(t));
  await ledger.close();
  const reader = await openSqlite({ path });
  assert.deepEqual(await held(reader), before);
  rmSync(join(path, ".."), { recursive: true });
  const reads = async (): Promise<void> => {
    for (;;) await reader.read({});
  };
  await fails(reads(), "LEDGER_MOVED", /written back/u);
  const again = await openSqlite({ path });
  assert.deepEqual(await held(again), before);
  for (const one of [again, reader]) await one.close();
});

test("an older copy in its place isn't taken for it: the whole one is kept beside it", async (t) => {
  const { path, ledger, before } = await ground(scratch(t));
  const older = `${path}.older`;
  const copy = await openSqlite({ path });
  await copy.close();
  const db = new DatabaseSync(path);
  db.exec(`vacuum into '${older}'`);
  db.close();
  await lay(ledger, "newest", "cnewest");
  const whole = await held(ledger);
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  copyFileSync(older, path);
  await fails(
    until(ledger),
    "LEDGER_MOVED",
    /an older copy of this ledger, so all its \d+ events were written to/u,
  );
  const kept =
    readdirSync(join(path, "..")).find((name) => name.startsWith("ledger.db.removed-")) ??
    assert.fail("nothing is kept");
  const again = await openSqlite({ path: join(path, "..", kept) });
  const rows = await held(again);
  assert.deepEqual(rows.slice(0, whole.length), whole);
  assert.ok(whole.length > before.length);
  await Promise.all([again.close(), ledger.close()]);
});

test("one that is removed while it is being opened is said to be removed, not to lack a right", async (t) => {
  const { path, ledger } = await ground(scratch(t));
  await ledger.close();
  const probe = (): boolean => {
    rmSync(join(path, ".."), { recursive: true });
    return true;
  };
  await fails(
    openSqlite({ path, kind: () => 0x65735546, probe }),
    "LEDGER_MOVED",
    /was moved, replaced or removed/u,
  );
});
