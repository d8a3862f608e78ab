// Contract tests of the PostgreSQL ledger on a real server.
import { after, test } from "node:test";
import { postgresMissing, startPostgres } from "../postgres/server.ts";
import { ledgersOf } from "./ledger-server.ts";
import { ledgerContract } from "./ledger.ts";

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();
  const open = ledgersOf(server, "p", (project) => `${base}?project=${project}`);
  ledgerContract("postgres", open, true);
}
