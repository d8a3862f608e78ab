// Ledger contract, leases and fences.
import assert from "node:assert/strict";
import { type Ledger, mostFence } from "../../../src/ledger/ledger.ts";
import { AT, cardOf, drafts, holder } from "../stone.ts";
import { leaseOf, type LedgerTest } from "./given.ts";

export const leases = (ledgerTest: LedgerTest): void => {
  ledgerTest(
    "a lease is held by one, renewed by its token, ended once or twice, and its fence only grows",
    async ({ ledger, advance }) => {
      const ask = {
        do: "take",
        run: "a",
        job: "j",
        holder: holder("w1"),
        ms: 1_000,
        host: "h",
      } as const;
      const first = leaseOf(await ledger.lease(ask));
      assert.equal(first.until, new Date(Date.parse(AT) + 1_000).toISOString());
      assert.equal(await ledger.now(), AT);
      assert.match(first.token, new RegExp(`^${first.fence}\\..{16}`));
      assert.deepEqual(await ledger.lease({ ...ask, holder: holder("w2") }), {
        is: "held",
        held: first,
      });
      const beside = leaseOf(await ledger.lease({ ...ask, job: "k" }));
      const abroad = leaseOf(await ledger.lease({ ...ask, run: "b" }));
      assert.deepEqual([beside.fence, abroad.fence], [first.fence + 1, 1]);
      advance(600);
      const renewed = leaseOf(
        await ledger.lease({ do: "renew", run: "a", token: first.token, ms: 1_000 }),
      );
      assert.deepEqual(renewed, {
        ...first,
        until: new Date(Date.parse(AT) + 1_600).toISOString(),
      });
      assert.deepEqual(await ledger.leases("a"), [renewed, beside]);
      assert.equal((await ledger.leases()).length, 3);
      assert.deepEqual(await ledger.lease({ do: "end", run: "a", token: first.token }), {
        is: "ended",
      });
      assert.deepEqual(await ledger.lease({ do: "end", run: "a", token: first.token }), {
        is: "ended",
      });
      assert.deepEqual(await ledger.lease({ do: "renew", run: "a", token: first.token, ms: 1 }), {
        is: "fenced",
        by: null,
      });
      assert.deepEqual(await ledger.leases("a"), [beside]);
      const next = leaseOf(await ledger.lease({ ...ask, holder: holder("w2") }));
      assert.ok(next.fence > beside.fence);
      for (const token of ["", "1", `${next.fence}.guess`, `${next.fence + 1}.x`])
        assert.deepEqual(await ledger.lease({ do: "renew", run: "a", token, ms: 1 }), {
          is: "fenced",
          by: null,
        });
    },
  );

  ledgerTest(
    "a fence is as high as is asked for at once, and those after it go on from there",
    async ({ ledger }) => {
      const ask = {
        do: "take",
        run: "a",
        job: "j",
        holder: holder("w1"),
        ms: 1_000,
        host: "h",
      } as const;
      assert.equal(
        leaseOf(await ledger.lease({ ...ask, least: 1_000_000_000 })).fence,
        1_000_000_000,
      );
      assert.equal(
        leaseOf(await ledger.lease({ ...ask, job: "k", least: 7 })).fence,
        1_000_000_001,
      );
      const last = leaseOf(await ledger.lease({ ...ask, job: "l", least: mostFence }));
      const beyond = leaseOf(await ledger.lease({ ...ask, job: "m" }));
      assert.deepEqual([last.fence, beyond.fence], [mostFence, mostFence + 1]);
      assert.equal((await ledger.lease({ do: "end", run: "a", token: beyond.token })).is, "ended");
      for (const least of [0, 1.5, Number.NaN, mostFence + 1])
        await assert.rejects(ledger.lease({ ...ask, least }), TypeError);
    },
  );

  ledgerTest(
    "a lapsed lease may be renewed by its holder until it was taken over; then the old holder is fenced",
    async ({ ledger, advance }) => {
      const ask = {
        do: "take",
        run: "a",
        job: "j",
        holder: holder("w1"),
        ms: 1_000,
        host: "h",
      } as const;
      const first = leaseOf(await ledger.lease(ask));
      advance(5_000);
      assert.deepEqual(await ledger.leases("a"), [first]);
      const renewed = leaseOf(
        await ledger.lease({ do: "renew", run: "a", token: first.token, ms: 1_000 }),
      );
      assert.equal((await ledger.lease({ ...ask, holder: holder("w2") })).is, "held");
      advance(1_000);
      const second = leaseOf(await ledger.lease({ ...ask, holder: holder("w2") }));
      assert.ok(second.fence > renewed.fence);
      assert.deepEqual(await ledger.leases("a"), [second]);
      assert.deepEqual(
        await ledger.lease({ do: "renew", run: "a", token: first.token, ms: 1_000 }),
        { is: "fenced", by: second },
      );
      assert.deepEqual(await ledger.lease({ do: "end", run: "a", token: first.token }), {
        is: "fenced",
        by: second,
      });
    },
  );

  ledgerTest(
    "an append counts only with the newest grant's fence, lapsed or not, and not after its end",
    async ({ ledger, advance }) => {
      const ask = {
        do: "take",
        run: "a",
        job: "j",
        holder: holder("w1"),
        ms: 1_000,
        host: "h",
      } as const;
      const rows = drafts("a", null, 1, "c1");
      const append = (fence: number): ReturnType<Ledger["append"]> =>
        ledger.append("a", 0, rows, cardOf(rows), { fences: [{ job: "j", fence }] });
      assert.deepEqual(await append(1), { is: "fenced", job: "j", by: null });
      const first = leaseOf(await ledger.lease(ask));
      advance(2_000);
      const second = leaseOf(await ledger.lease({ ...ask, holder: holder("w2") }));
      assert.deepEqual(await append(first.fence), { is: "fenced", job: "j", by: second });
      advance(2_000);
      assert.equal((await append(second.fence)).is, "appended");
      await ledger.lease({ do: "end", run: "a", token: second.token });
      const more = drafts("a", rows[0] ?? null, 1, "c2");
      const late = await ledger.append("a", 1, more, cardOf(more), {
        fences: [{ job: "j", fence: second.fence }],
      });
      assert.deepEqual(late, { is: "fenced", job: "j", by: null });
      assert.equal((await ledger.append("a", 1, more, cardOf(more))).is, "appended");
    },
  );
};
