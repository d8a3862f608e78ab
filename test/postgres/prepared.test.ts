// Tests of prepared statements across a change of the tables: no mixed answers.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { cardOf, drafts } from "../contract/stone.ts";
import { postgresMissing, startPostgres } from "./server.ts";

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const url = `${server.database()}?project=plans`;

  test(
    "tables that a later version changes under a program that is at work mix no answers",
    { timeout: 60_000 },
    async (t) => {
      const ledger = openPostgres({ url, env: {}, answer: 5_000 });
      t.after(() => ledger.close());
      const start = async (run: string): Promise<void> => {
        const rows = drafts(run, null, 1, `start ${run}`);
        assert.deepEqual(await ledger.append(run, 0, rows, cardOf(rows)), {
          is: "appended",
          version: 1,
        });
      };
      await start("first");
      const holder = { name: "h", agent: null, conversation: null };
      await ledger.lease({ do: "take", run: "first", job: "j", holder, ms: 60_000, host: "h" });
      /** More than there are connections, so that several wait behind each other. */
      const all = async (round: number): Promise<void> => {
        await Promise.all(
          Array.from({ length: 12 }, async (_, index) => {
            assert.deepEqual(
              (await ledger.leases("first")).map(({ job }) => job),
              ["j"],
            );
            await start(`r${round}-${index}`);
            assert.ok((await ledger.now()) > "2026");
            assert.equal((await ledger.read({ run: "first" }))[0]?.cause, "start first");
          }),
        );
      };
      await all(0);
      const began = performance.now();
      for (let round = 1; round < 6; round += 1) {
        server.psql("cairn1", `alter table cairn_plans.leases add column later${round} integer`);
        await all(round);
      }
      // An answer that went to another question is waited for in vain.
      assert.ok(performance.now() - began < 5_000);
      assert.equal((await ledger.runs()).length, 73);
    },
  );
}
