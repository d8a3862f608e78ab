// Why: the ledger of several machines keeps the same contract as that of one, on a real server.
import { after, test } from "node:test";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { postgresMissing, startPostgres } from "../postgres/server.ts";
import { ledgerContract } from "./ledger.ts";
import { AT } from "./stone.ts";

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();
  let project = 0;

  ledgerContract(
    "postgres",
    async (t) => {
      project += 1;
      const name = `p${project}`;
      const url = `${base}?project=${name}`;
      const ledger = openPostgres({ url, poll: 50 });
      const handles = [ledger];
      t.after(async () => {
        for (const handle of handles) await handle.close();
      });
      // The rules of time are held by a clock of the test's own, on the server as elsewhere.
      await ledger.lease({ do: "end", run: "nobody", token: "" });
      let now = Date.parse(AT);
      const set = (): void =>
        void server.psql(
          "cairn1",
          `create or replace function cairn_${name}.clock() returns timestamptz language sql volatile as $$ select '${new Date(now).toISOString()}'::timestamptz $$`,
        );
      set();
      return {
        ledger,
        advance: (ms) => {
          now += ms;
          set();
        },
        again: async () => {
          const handle = openPostgres({ url, poll: 50 });
          handles.push(handle);
          return handle;
        },
      };
    },
    true,
  );
}
