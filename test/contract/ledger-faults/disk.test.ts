// Tests of the ledger on a failing disk: full, locked, moved, sync refused.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Fault } from "../../../src/core/refusal.ts";
import { openSqlite } from "../../../src/ledger/sqlite.ts";
import { cardOf, drafts } from "../stone.ts";
import { build, fails, lay, scratch } from "./ground.ts";

test("a lock that another process keeps is waited for, then told; the ledger works on when it is free", async (t) => {
  const path = join(scratch(t), "ledger.db");
  const ledger = await openSqlite({ path, patience: 40 });
  const other = new DatabaseSync(path);
  other.exec("begin immediate");
  await fails(lay(ledger, "a", "c1"), "LEDGER_BUSY");
  assert.deepEqual(await ledger.read({}), []);
  const waits = lay(ledger, "b", "c2");
  other.exec("rollback");
  other.close();
  assert.equal((await waits).is, "appended");
  await ledger.close();
});

test("a ledger that is moved away while it is open takes nothing more, and tells nothing that may be old", async (t) => {
  const folder = scratch(t);
  const path = join(folder, "ledger.db");
  const ledger = await openSqlite({ path });
  await lay(ledger, "a", "c");
  renameSync(path, join(folder, "elsewhere.db"));
  const until = performance.now() + 5_000;
  await fails(
    (async () => {
      for (let n = 0; performance.now() < until; n += 1) await lay(ledger, `r${n}`, `c${n}`);
    })(),
    "LEDGER_MOVED",
  );
  await fails(ledger.read({}), "LEDGER_MOVED");
  await fails(ledger.runs(), "LEDGER_MOVED");
  renameSync(join(folder, "elsewhere.db"), path);
  assert.equal((await lay(ledger, "back", "cb")).is, "appended");
  await ledger.close();
});

test("a sync that the disk does not confirm is no acknowledgement; asked again, nothing is there twice", async (t) => {
  const path = join(scratch(t), "ledger.db");
  let broken = false;
  const sync = (): void => {
    if (broken) throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
  };
  const ledger = await openSqlite({ path, sync });
  await lay(ledger, "a", "c1");
  broken = true;
  await fails(lay(ledger, "b", "c2"), "LEDGER_UNSURE");
  await fails(lay(ledger, "b", "c2"), "LEDGER_UNSURE");
  broken = false;
  const again = await lay(ledger, "b", "c2");
  assert.deepEqual(again.is === "repeated" && again.rows.map((row) => row.seq), [2]);
  const more = drafts("c", null, 1, "c3");
  await ledger.append("c", 0, more, cardOf(more));
  assert.deepEqual(
    (await ledger.read({})).map((row) => [row.seq, row.run]),
    [
      [1, "a"],
      [2, "b"],
      [3, "c"],
    ],
  );
  await ledger.close();
});

test("a file system that breaks the log is refused before anything is written", async (t) => {
  const folder = scratch(t);
  const path = join(folder, "new", "ledger.db");
  for (const kind of [0x6969, 0x01021997, 0xff534d42, 0xfe534d42])
    await fails(openSqlite({ path, kind: () => kind }), "FILESYSTEM_UNSAFE", /NFS|9p|CIFS|SMB2/);
  assert.deepEqual(readdirSync(folder), []);
  await fails(
    openSqlite({ path, kind: () => 0x65735546, probe: () => false }),
    "FILESYSTEM_UNSAFE",
    /tried out/,
  );
  assert.deepEqual(readdirSync(join(folder, "new")), []);
});

test("a file system that nothing is known of is tried out by two processes, once for each device", async (t) => {
  const folder = scratch(t);
  const path = join(folder, "ledger.db");
  const kind = (): number => 0x65735546;
  const ledger = await openSqlite({ path, kind });
  assert.equal((await lay(ledger, "a", "c")).is, "appended");
  await ledger.close();
  assert.deepEqual(readdirSync(folder), ["ledger.db"]);
  let tried = 0;
  const probe = (): boolean => (tried += 1) < 0;
  await (await openSqlite({ path, kind, probe })).close();
  assert.equal(tried, 0);
  const db = new DatabaseSync(path);
  db.exec("update meta set value = 'another' where key = 'device'");
  db.close();
  await fails(openSqlite({ path, kind, probe }), "FILESYSTEM_UNSAFE");
  assert.equal(tried, 1);
});

/** Opens and appends as somebody who may read but not write. */
const ATTEMPT = `
  import { openSqlite } from ${JSON.stringify(join(import.meta.dirname, "../../../src/ledger/sqlite.ts"))};
  import { cardOf, drafts } from ${JSON.stringify(join(import.meta.dirname, "../stone.ts"))};
  const told = (error) => console.log([error.code, error.message, error.hint].join(" | "));
  const ledger = await openSqlite({ path: process.argv[1], patience: 100 }).catch(told);
  if (ledger) {
    const rows = drafts("b", null, 1, "c");
    await ledger.append("b", 0, rows, cardOf(rows)).then((answer) => console.log(answer.is), told);
    await ledger.close();
  }
`;

test(
  "a folder or file without the right to write is told as such",
  { skip: process.platform === "win32" },
  async (t) => {
    const folder = scratch(t);
    const path = join(folder, "ledger.db");
    await build(path);
    // Root may write anywhere, so it asks as nobody, who must be able to reach the program and its source.
    const rights = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    if (
      spawnSync(process.execPath, ["--check", join(import.meta.dirname, "../stone.ts")], rights)
        .status !== 0
    )
      return t.skip("the working tree is out of reach for another user than root");
    const attempt = (to: string): string => {
      const ran = spawnSync(process.execPath, ["--input-type=module", "-e", ATTEMPT, to], {
        encoding: "utf8",
        ...rights,
      });
      return ran.stdout + ran.stderr;
    };
    chmodSync(path, 0o444);
    chmodSync(folder, 0o555);
    assert.match(
      attempt(path),
      /^LEDGER_UNWRITABLE \| .*ledger\.db cannot be written.*--ledger\.\n$/,
    );
    assert.match(attempt(join(folder, "new.db")), /^LEDGER_UNWRITABLE/);
    assert.match(attempt(join(folder, "deep", "new.db")), /^LEDGER_UNWRITABLE/);
    assert.deepEqual(readdirSync(folder), ["ledger.db"]);
  },
);

test("a full disk refuses what doesn't fit, keeps what was acknowledged, and goes on once there is room", async (t) => {
  const disk = mkdtempSync(join(tmpdir(), "cairn-small-"));
  t.after(() => spawnSync("umount", ["-l", disk]));
  t.after(() => rmSync(disk, { recursive: true, force: true }));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]);
  if (mounted.status !== 0) return t.skip("only who may mount a small disk can fill it");
  const path = join(disk, "ledger.db");
  const ledger = await openSqlite({ path });
  await lay(ledger, "first", "c0");
  const filler = join(disk, "filler");
  const fill = (): void => {
    try {
      writeFileSync(filler, "", { flag: "a" });
      for (;;) writeFileSync(filler, Buffer.alloc(4_096), { flag: "a" });
    } catch (error) {
      assert.ok(error instanceof Error && "code" in error && error.code === "ENOSPC");
    }
  };
  fill();
  const sure = ["first"];
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => lay(ledger, `r${n}`, `c${n + 1}`, "y".repeat(20_000))),
  );
  for (const [n, answer] of answers.entries()) {
    if (answer.status === "fulfilled") sure.push(`r${n}`);
    else
      assert.ok(
        answer.reason instanceof Fault && answer.reason.code === "DISK_FULL",
        String(answer.reason),
      );
  }
  assert.ok(sure.length < 41);
  await ledger.keep("first", "k", 1, "z".repeat(50_000));
  await fails(openSqlite({ path: join(disk, "other.db") }), "DISK_FULL");
  assert.deepEqual(
    readdirSync(disk).filter((name) => name.startsWith("other")),
    [],
  );
  assert.deepEqual((await ledger.runs()).map((card) => card.run).sort(), [...sure].sort());
  rmSync(filler);
  assert.equal((await lay(ledger, "later", "d")).is, "appended");
  await ledger.close();
  const again = await openSqlite({ path });
  assert.deepEqual((await again.read({})).map((row) => row.run).sort(), [...sure, "later"].sort());
  await again.close();
});

test("a busy ledger takes no room in advance on a disk that has little", async (t) => {
  const disk = mkdtempSync(join(tmpdir(), "cairn-small-"));
  t.after(() => spawnSync("umount", ["-l", disk]));
  t.after(() => rmSync(disk, { recursive: true, force: true }));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", disk]);
  if (mounted.status !== 0) return t.skip("only who may mount a small disk can fill it");
  const ledger = await openSqlite({ path: join(disk, "ledger.db") });
  for (let n = 0; n < 40; n += 1) await lay(ledger, `r${n}`, `c${n}`);
  const { bavail, bsize } = statfsSync(disk);
  assert.ok(bavail * bsize > 8 * 1_048_576, `${bavail * bsize} bytes are left`);
  await ledger.close();
});

test("a command's id is known for ever: beyond the batch, to other handles and after reopening", async (t) => {
  const path = join(scratch(t), "ledger.db");
  const one = await openSqlite({ path });
  const two = await openSqlite({ path });
  const total = 6_000;
  const rows = drafts("a", null, total, (version) => `c${version + (version % 2)}`);
  for (let from = 0; from < total; from += 500) {
    const part = rows.slice(from, from + 500);
    assert.equal(
      (await (from % 1_000 === 0 ? one : two).append("a", from, part, cardOf(part))).is,
      "appended",
    );
  }
  const three = await openSqlite({ path });
  for (const ledger of [one, two, three]) {
    for (const version of [2, 700, 2_048, 4_096, 5_998]) {
      const again = drafts("a", rows[total - 1] ?? null, 1, `c${version}`);
      const answer = await ledger.append("a", total, again, cardOf(again));
      assert.deepEqual(
        answer.is === "repeated" && answer.rows.map((row) => row.version),
        [version - 1, version],
        `c${version}`,
      );
      assert.deepEqual((await ledger.read({ run: "a", cause: `c${version}` })).length, 2);
    }
    assert.deepEqual(await ledger.read({ run: "a", cause: "c7" }), []);
  }
  for (const ledger of [one, two, three]) await ledger.close();
});

test("a file that goes away while it is opened isn't made anew, empty, as another program's", async (t) => {
  const path = join(scratch(t), "ledger.db");
  const made = await openSqlite({ path });
  assert.equal((await lay(made, "a", "c")).is, "appended");
  await made.close();
  const probe = (): boolean => {
    rmSync(path);
    return true;
  };
  await assert.rejects(openSqlite({ path, kind: () => 0x65735546, probe }));
  assert.equal(existsSync(path), false);
});
