// Tests of the lazy ledger: reads leave no trace, the first write creates the file.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSqlite } from "../../src/ledger/sqlite.ts";
import { openWhenWritten } from "../../src/ledger/when-written.ts";

test("reading leaves no trace, the first write makes the ledger, and other readers find it", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-when-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "sub", "ledger.db");
  const open = () => openSqlite({ path });
  const [reader, writer] = [await openWhenWritten(path, open), await openWhenWritten(path, open)];
  assert.deepEqual(
    [
      await reader.runs(),
      await reader.read({}),
      await reader.leases(),
      await reader.snapshot("r", "k"),
    ],
    [[], [], [], null],
  );
  assert.ok((await reader.now()) > "2026");
  assert.deepEqual(readdirSync(folder), []);

  const holder = { name: "ana", agent: null, conversation: null };
  const granted = await writer.lease({
    do: "take",
    run: "r",
    job: "j",
    holder,
    ms: 1_000,
    host: "here",
  });
  assert.equal(granted.is, "granted");
  assert.ok(existsSync(path));
  assert.equal((await reader.leases("r")).length, 1);
  await Promise.all([reader.close(), writer.close()]);
});

test("a ledger that can't be made is a fault at the write, and the next write tries again", async () => {
  let room = false;
  const made = {
    close: () => Promise.resolve(),
    lease: () => Promise.resolve({ is: "ended" } as const),
  };
  const ledger = await openWhenWritten("/nowhere/at/all.db", async () => {
    if (!room) throw new Error("no room");
    return {
      ...(await openWhenWritten("/nowhere/either.db", () => Promise.reject(new Error("unused")))),
      ...made,
    };
  });
  const end = { do: "end", run: "r", token: "1.x" } as const;
  await assert.rejects(ledger.lease(end), /no room/u);
  room = true;
  assert.deepEqual(await ledger.lease(end), { is: "ended" });
});

test("what can't be looked at, a link that leads nowhere and a log without its file are told, not taken for no ledger", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cairn-when-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const opened = (path: string) => openWhenWritten(path, () => openSqlite({ path }));
  symlinkSync("loop", join(folder, "loop"));
  symlinkSync(join(folder, "nowhere"), join(folder, "link.db"));
  writeFileSync(join(folder, "gone.db-wal"), "log");
  await assert.rejects(opened(join(folder, "loop", "ledger.db")), { code: "LEDGER_UNREADABLE" });
  await assert.rejects(opened(join(folder, "link.db")), { code: "LEDGER_FOREIGN" });
  await assert.rejects(opened(join(folder, "gone.db")), { code: "LEDGER_DAMAGED" });
});
