// PostgreSQL ledgers for contract tests: one per test, with a clock that the test sets.
import type { TestContext } from "node:test";
import { openPostgres } from "../../src/ledger/postgres.ts";
import type { PostgresServer } from "../postgres/server.ts";
import type { Opened } from "./ledger/given.ts";
import { AT } from "./stone.ts";

/** An empty ledger in the server's first database for each test. `urlOf`: how a project is reached. */
export const ledgersOf = (
  server: PostgresServer,
  prefix: string,
  urlOf: (project: string) => string,
): ((t: TestContext) => Promise<Opened>) => {
  let project = 0;
  return async (t) => {
    project += 1;
    const name = `${prefix}${project}`;
    const url = urlOf(name);
    const ledger = openPostgres({ url, poll: 50 });
    const handles = [ledger];
    t.after(async () => {
      for (const handle of handles) await handle.close();
    });
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
  };
};
