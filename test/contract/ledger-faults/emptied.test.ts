// Tests of a ledger emptied, cut or overwritten beneath a process at work: its events are written anew, what lay there is kept.
import assert from "node:assert/strict";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { verifyChain } from "../../../src/core/chain.ts";
import { genesis } from "../../../src/core/hash.ts";
import type { Ledger } from "../../../src/ledger/ledger.ts";
import { openSqlite } from "../../../src/ledger/sqlite.ts";
import { cardOf, drafts } from "../stone.ts";
import { fails, lay, scratch } from "./ground.ts";

const typed = (path: string, sql: string): void => {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
};
/** What was told of it, and what another program did to the file. */
const harms: Readonly<Record<string, readonly [told: RegExp, harm: (path: string) => void]>> = {
  "truncated to nothing": [/was emptied/u, (path) => truncateSync(path, 0)],
  "cut by half": [/was overwritten/u, (path) => truncateSync(path, statSync(path).size / 2)],
  "replaced by an empty database": [
    /was overwritten/u,
    (path) => {
      typed(`${path}.empty`, "create table t (x)");
      writeFileSync(path, readFileSync(`${path}.empty`));
      rmSync(`${path}.empty`);
    },
  ],
  "emptied by SQL": [
    /was emptied/u,
    (path) => typed(path, "delete from rows; delete from cards; delete from leases"),
  ],
  "robbed of its tables": [
    /was overwritten/u,
    (path) => typed(path, "drop table rows; drop table cards"),
  ],
  "overwritten with noise": [
    /was overwritten/u,
    (path) => writeFileSync(path, Buffer.alloc(statSync(path).size + 9_000, 0xa5)),
  ],
  "overwritten in its middle": [
    /was overwritten/u,
    (path) => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0xa5, 4_096 * 2));
    },
  ],
  "cut off from its log": [/was cut off from its log/u, (path) => truncateSync(`${path}-wal`, 0)],
  "robbed of its log": [/was cut off from its log/u, (path) => rmSync(`${path}-wal`)],
  "removed without its log": [/was removed or replaced/u, (path) => rmSync(path)],
};

const begun = async (path: string): Promise<Ledger> => {
  const earlier = await openSqlite({ path });
  for (let n = 0; n < 20; n += 1) await lay(earlier, `old${n}`, `o${n}`, "x".repeat(900));
  await earlier.close();
  const ledger = await openSqlite({ path });
  await ledger.guard?.();
  const first = drafts("a", null, 300, (version) => `c${version}`, "x".repeat(200));
  await ledger.append("a", 0, first, cardOf(first));
  return ledger;
};
const hinted = (ledger: Ledger): Promise<void> =>
  new Promise((resolve) => ledger.watch(() => resolve()));

for (const [name, [told, harm]] of Object.entries(harms))
  test(
    `a ledger that is ${name} beneath a process at work is told as that and written anew`,
    { timeout: 30_000 },
    async (t) => {
      const folder = scratch(t);
      const path = join(folder, "ledger.db");
      const ledger = await begun(path);
      const other = await openSqlite({ path });
      const lease = await ledger.lease({
        do: "take",
        run: "a",
        job: "j",
        holder: { name: "x", agent: null, conversation: null },
        ms: 60_000,
        host: "here",
      });
      await lay(other, "b", "cb");
      const before = (await ledger.read({})).map(({ seq, run, hash }) => [seq, run, hash]);
      const id = await ledger.id();
      // Copies what is new; otherwise it does so soon.
      await ledger.guard?.();
      const hint = hinted(ledger);
      harm(path);
      await hint;
      await fails(ledger.read({}), "LEDGER_MOVED", told);
      await fails(
        lay(ledger, "late", "late"),
        "LEDGER_MOVED",
        /All its 321 events were written back/u,
      );
      const again = await openSqlite({ path });
      assert.deepEqual(
        (await again.read({})).map(({ seq, run, hash }) => [seq, run, hash]),
        before,
      );
      const rows = await again.read({ run: "a" });
      assert.deepEqual(verifyChain({ version: 0, hash: genesis("stones", "a") }, rows), []);
      assert.equal(await again.id(), id);
      assert.ok(lease.is === "granted");
      assert.deepEqual(
        (await again.leases("a")).map(({ fence, token }) => [fence, token]),
        [[lease.lease.fence, lease.lease.token]],
      );
      const more = drafts("a", rows.at(-1) ?? null, 1, "next");
      assert.equal((await again.append("a", 300, more, cardOf(more))).is, "appended");
      await Promise.all([ledger.close(), other.close()]);
      assert.equal((await lay(again, "then", "ct")).is, "appended");
      await again.close();
      assert.deepEqual(
        readdirSync(folder).filter((file) => !file.startsWith("ledger.db.damaged-")),
        ["ledger.db"],
      );
    },
  );

test("where a folder or an older copy lies by then, it is left alone, and the whole ledger lies beside it", async (t) => {
  for (const isFolder of [true, false]) {
    const folder = scratch(t);
    const path = join(folder, "ledger.db");
    const ledger = await begun(path);
    const older = join(folder, "older");
    copyFileSync(path, older);
    const hint = hinted(ledger);
    rmSync(path);
    if (isFolder) mkdirSync(path);
    else renameSync(older, path);
    await hint;
    await fails(ledger.read({}), "LEDGER_MOVED", /all its 320 events were written to/u);
    await ledger.close();
    const kept = readdirSync(folder).find((name) => name.startsWith("ledger.db.removed-"));
    const again = await openSqlite({ path: join(folder, kept ?? "") });
    assert.equal((await again.read({})).length, 320);
    await again.close();
    assert.equal(statSync(path).isDirectory(), isFolder);
  }
});
