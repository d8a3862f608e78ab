// Ledger contract, reading: pages, following, watching.
import assert from "node:assert/strict";
import { Fault } from "../../../src/core/refusal.ts";
import { cardOf, drafts, holder } from "../stone.ts";
import { refused, type LedgerTest, type Opened } from "./given.ts";

const watches = async ({ ledger, again }: Opened): Promise<void> => {
  const other = again === undefined ? ledger : await again();
  let told = (): void => {};
  const next = (): Promise<void> => new Promise((resolve) => (told = resolve));
  const stop = ledger.watch(() => told());
  // The poll's timer doesn't hold a process; a test must.
  const held = setInterval(() => {}, 1_000);
  try {
    for (const [n, by] of [ledger, other].entries()) {
      const rows = drafts(`r${n}`, null, 1, `c${n}`);
      const heard = next();
      await by.append(`r${n}`, 0, rows, cardOf(rows));
      await heard;
      const leased = next();
      await by.lease({
        do: "take",
        run: `r${n}`,
        job: "j",
        holder: holder("w"),
        ms: 10,
        host: "h",
      });
      await leased;
    }
    stop();
    let late = 0;
    told = () => void (late += 1);
    const rows = drafts("z", null, 1, "z");
    await ledger.append("z", 0, rows, cardOf(rows));
    await ledger.read({});
    assert.equal(late, 0);
  } finally {
    clearInterval(held);
  }
};

export const reading = (ledgerTest: LedgerTest): void => {
  ledgerTest(
    "a million characters, line ends, NUL and every plane of Unicode come back byte for byte",
    async ({ ledger }) => {
      const odd = `\u0000\u0001\r\n\t"\\ é ß 漢字 🪨 \u{10ffff} \u2028 ${String.fromCharCode(0xfffd)}`;
      const data = `{"text":${JSON.stringify(odd + "\ud83e")}, "n" : 1e2 ,"big":"${"石".repeat(350_000)}"}`;
      const [bare] = drafts("a", null, 1, odd);
      assert.ok(bare);
      const row = { ...bare, data, by: odd };
      await ledger.append("a", 0, [row], cardOf([row], { phase: odd }));
      const [back] = await ledger.read({ run: "a" });
      assert.ok(back);
      const { seq, ...draft } = back;
      assert.equal(seq, 1);
      assert.ok(Buffer.byteLength(data) > 1_000_000);
      assert.deepEqual(draft, row);
      assert.equal((await ledger.runs())[0]?.phase, odd);
    },
  );

  ledgerTest(
    "a hundred thousand rows are read page by page, none twice, none left out",
    async ({ ledger }) => {
      const total = 100_000;
      const rows = drafts("a", null, total, (version) => `c${version}`);
      for (let from = 0; from < total; from += 5_000) {
        const part = rows.slice(from, from + 5_000);
        await ledger.append("a", from, part, cardOf(part));
      }
      let next = 1;
      for (let after = 0; ;) {
        const page = await ledger.read({ run: "a", after });
        if (page.length === 0) break;
        assert.ok(page.length <= 10_000);
        for (const row of page) assert.equal(row.version, next++);
        after = page.at(-1)?.version ?? total;
      }
      assert.equal(next, total + 1);
      assert.equal((await ledger.read({ after: 99_990, limit: 100 })).length, 10);
    },
  );

  ledgerTest("snapshots are kept by run and key, and the newest wins", async ({ ledger }) => {
    const rows = drafts("a", null, 8, "start a");
    await ledger.append("a", 0, rows, cardOf(rows));
    assert.equal(await ledger.snapshot("a", "k"), null);
    await ledger.keep("a", "k", 7, "seven");
    await ledger.keep("a", "k", 5, "five");
    await ledger.keep("a", "other", 1, "one");
    assert.deepEqual(await ledger.snapshot("a", "k"), { version: 7, text: "seven" });
    assert.deepEqual(await ledger.snapshot("a", "other"), { version: 1, text: "one" });
    // One that was found to be wrong is made anew at the same version.
    await ledger.keep("a", "k", 7, "seven anew");
    assert.deepEqual(await ledger.snapshot("a", "k"), { version: 7, text: "seven anew" });
    await ledger.keep("a", "k", 8, "eight");
    assert.deepEqual(await ledger.snapshot("a", "k"), { version: 8, text: "eight" });
  });

  ledgerTest(
    "watchers hear of appends and leases, by this handle and by another, until they stop",
    watches,
  );

  ledgerTest(
    "a reader that follows seq never misses what commits later",
    async ({ ledger, again }) => {
      const other = again === undefined ? ledger : await again();
      const seen: number[] = [];
      const follow = async (): Promise<void> => {
        for (const row of await other.read({ after: seen.at(-1) ?? 0 })) seen.push(row.seq);
      };
      for (let round = 0; round < 25; round += 1) {
        const writes = Array.from({ length: 8 }, (_, n) =>
          drafts(`r${round}.${n}`, null, 1 + (n % 3), `c${round}.${n}`),
        );
        await Promise.all([
          ...writes.map((rows, n) =>
            (n % 2 === 0 ? ledger : other).append(rows[0]?.run ?? "", 0, rows, cardOf(rows)),
          ),
          follow(),
        ]);
        await follow();
      }
      assert.deepEqual(
        seen,
        (await ledger.read({})).map((row) => row.seq),
      );
      assert.equal(new Set(seen).size, 25 * 15);
    },
  );

  ledgerTest(
    "closed means closed: what was asked before is done, what comes later is a fault",
    async ({ ledger }) => {
      const a = drafts("a", null, 1, "c1");
      const pending = ledger.append("a", 0, a, cardOf(a));
      await ledger.close();
      assert.equal((await pending).is, "appended");
      await ledger.close();
      await refused(
        ledger.append(
          "a",
          1,
          drafts("a", a[0] ?? null, 1, "c2"),
          cardOf(drafts("a", a[0] ?? null, 1, "c2")),
        ),
        "LEDGER_CLOSED",
      );
      await refused(ledger.read({}), "LEDGER_CLOSED");
      await refused(ledger.lease({ do: "end", run: "a", token: "1.x" }), "LEDGER_CLOSED");
      assert.throws(() => ledger.watch(() => {}), Fault);
    },
  );
};
