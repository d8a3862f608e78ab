// Tests of refusing a PostgreSQL 13 server, simulated by a newer one.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at } from "../e2e/desk.ts";
import { auto, shop } from "../e2e/one-file.ts";
import { layCable } from "./cable.ts";
import { postgresMissing, startPostgres } from "./server.ts";

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();
  const [version, number] = ["server_version", "server_version_num"].map((name) =>
    server.psql("cairn1", `show ${name}`).trim(),
  );
  assert.ok(version !== undefined && number !== undefined);
  const tables = (): string =>
    server
      .psql(
        "cairn1",
        "select count(*) from pg_class where relnamespace::regnamespace::text like 'cairn%'",
      )
      .trim();

  test(
    "PostgreSQL 13 is refused by every verb, told by its number, and nothing is made there",
    { timeout: 60_000 },
    async (t) => {
      let said = 0;
      const old = (text: string, from: string): string => {
        said += text.split(from).length - 1;
        return text.replaceAll(from, `13${from.slice(2)}`);
      };
      const cable = await layCable(server.port, (bytes) =>
        Buffer.from(old(old(bytes.toString("latin1"), number), version), "latin1"),
      );
      t.after(() => cable.end());
      const here = shop(t);
      const far = {
        CAIRN_LEDGER: `${base.replace(`:${server.port}/`, `:${cable.port}/`)}?project=old`,
      };
      const refused = async (argv: readonly string[]): Promise<void> => {
        const asked = await here.cairn(argv, { env: far });
        assert.equal(asked.exit, 1, argv.join(" ") + asked.out);
        assert.match(
          asked.err,
          /LEDGER_UNSUPPORTED: The server of postgres:\/\/postgres@127\.0\.0\.1:\d+\/cairn1\?project=old is PostgreSQL 13; a ledger needs 14 or later\.\n.*Use a newer server, or keep the ledger in SQLite\./,
        );
      };
      for (const argv of [auto, ["status"], ["run", "--later", "ultrawork", "One"]])
        await refused(argv);
      assert.equal(tables(), "0");
      // Nor is anything taken there once there are tables: a backup of a newer server that was put back on an old one.
      const near = { CAIRN_LEDGER: `${base}?project=old` };
      assert.equal(
        (await here.cairn(["run", "--later", "ultrawork", "One", "--session", "s"], { env: near }))
          .exit,
        0,
      );
      const before = server.psql("cairn1", "select count(*) from cairn_old.rows");
      for (const argv of [
        ["run", "s"],
        ["log", "s"],
        ["run", "--later", "ultrawork", "Two"],
      ])
        await refused(argv);
      const answer = await here.cairn(["status", "s", "--json"], { env: far });
      assert.deepEqual(
        [answer.exit, at(answer.json(), "error", "code")],
        [1, "LEDGER_UNSUPPORTED"],
      );
      assert.equal(server.psql("cairn1", "select count(*) from cairn_old.rows"), before);
      assert.ok(said > 8);
    },
  );
}
