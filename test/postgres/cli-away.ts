// Tests of the command line during a PostgreSQL outage, and of passwords in addresses.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { at } from "../e2e/desk.ts";
import { auto, shop as shopOf, type Step, work } from "../e2e/one-file.ts";
import { postgresMissing, startPostgres } from "./server.ts";
import { until } from "./story.ts";

/** Its worker writes beside the repository, which a fence would hide. */
const shop = (t: TestContext, worker: (folder: string) => readonly Step[]) => {
  const here = shopOf(t, worker);
  const path = join(here.root, "cairn.config.json");
  const config: object = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...config, fence: "off" }));
  return here;
};

/** Tells that it began, and goes on when it may. */
const waiting = (folder: string): readonly Step[] => [
  { run: ["sh", "-c", `touch ${folder}/began; while ! test -e ${folder}/go; do sleep 0.1; done`] },
  ...work,
];

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();

  test(
    "a run whose server vanishes waits, says so, and goes on; other verbs give up",
    { timeout: 180_000 },
    async (t) => {
      const here = shop(t, waiting);
      const env = { CAIRN_LEDGER: `${base}?project=vanished` };
      let out = "";
      const running = here.cairn([...auto, "--verbose"], {
        env,
        heard: (text) => void (out += text),
      });
      await until("the worker is at it", () => existsSync(join(here.folder, "began")));
      server.stop("immediate");
      await until("it is told", () => /warning the ledger's server doesn't answer/.test(out));
      // What ends meanwhile waits in its spool.
      writeFileSync(join(here.folder, "go"), "");
      const status = await here.cairn(["status", "s"], { env });
      assert.deepEqual([status.exit, /^LEDGER_AWAY: /m.test(status.err)], [1, true], status.err);
      assert.match(status.err, /doesn't answer .*: it is asked again for some seconds/);
      server.start();
      const ended = await running;
      assert.equal(ended.exit, 0, ended.out + ended.err);
      assert.match(ended.out, /warning the ledger's server answers again/);
      assert.doesNotMatch(ended.out, /lost|lapsed|stopped/);
      const log = await here.cairn(["log", "s", "--json"], { env });
      assert.equal(log.out.match(/"stage":"work"/g)?.length, 1, log.out);
    },
  );

  test(
    "Ctrl-C during an outage ends a run at once: exit 130, and its jobs go on",
    { timeout: 120_000 },
    async (t) => {
      const here = shop(t, waiting);
      const env = { CAIRN_LEDGER: `${base}?project=interrupted` };
      let out = "";
      const stop = new AbortController();
      const running = here.cairn(auto, {
        env,
        signal: stop.signal,
        heard: (text) => void (out += text),
      });
      await until("the worker is at it", () => existsSync(join(here.folder, "began")));
      server.stop("immediate");
      try {
        await until("it is told", () => /warning the ledger's server doesn't answer/.test(out));
        const began = performance.now();
        stop.abort();
        const { exit, err, out: all } = await running;
        assert.ok(performance.now() - began < 5_000);
        assert.equal(exit, 130, err);
        assert.match(all, /LEDGER_UNSURE: .*isn't known/);
      } finally {
        server.start();
      }
      writeFileSync(join(here.folder, "go"), "");
      const ended = await here.cairn(["run", "s"], { env });
      assert.equal(ended.exit, 0, ended.out + ended.err);
      const log = await here.cairn(["log", "s", "--json"], { env });
      assert.equal(log.out.match(/"stage":"work"/g)?.length, 1, log.out);
    },
  );

  test(
    "a password in the address reaches those who need it, and is written nowhere",
    { timeout: 120_000 },
    async (t) => {
      const secret = "kestrel7Moor9";
      server.psql("cairn1", `create role passer login superuser password '${secret}'`);
      const folder = server.psql("postgres", "show data_directory").trim();
      const lines = ["local all all trust", "host all passer 127.0.0.1/32 scram-sha-256"]
        .map((line) => `('${line}')`)
        .join(", ");
      server.psql(
        "postgres",
        `copy (select * from (values ${lines}) as v (line)) to '${folder}/pg_hba.conf'; select pg_reload_conf()`,
      );
      const here = shop(t, (place) => [
        // The agent says all that it knows, and asks for its own job.
        {
          run: [
            "sh",
            "-c",
            `env; env > ${place}/seen; cat ${place}/*/.git/cairn/spool/*/*/job.json > ${place}/job`,
          ],
        },
        { cairn: ["status", "--json"] },
        ...work,
      ]);
      const url = base.replace("postgres@", `passer:${secret}@`);
      const ledger = `${url}?project=passed`;
      const ended = await here.cairn([...auto, "--ledger", ledger]);
      assert.equal(ended.exit, 0, ended.out + ended.err);
      const seen = execFileSync(
        "grep",
        ["-hE", "^(CAIRN_LEDGER|PGPASSWORD)=", join(here.folder, "seen")],
        { encoding: "utf8" },
      );
      assert.deepEqual(seen.trim().split("\n").toSorted(), [
        `CAIRN_LEDGER=${base.replace("postgres@", "passer@")}?project=passed`,
        `PGPASSWORD=${secret}`,
      ]);
      for (const verb of [
        ["log", "s", "--json"],
        ["evidence", "s", "--json"],
        ["export", "s"],
        ["doctor"],
        ["status", "--json"],
      ]) {
        const told = await here.cairn([...verb, "--ledger", ledger]);
        assert.ok(
          ![told.out, told.err].join("").includes(secret),
          `${verb.join(" ")}: ${told.out}${told.err}`,
        );
      }
      assert.ok(!`${ended.out}${ended.err}`.includes(secret));
      const sick = await here.cairn(["doctor", "--ledger", ledger]);
      assert.match(`${sick.out}${sick.err}`, /ledger-undurable[^]*fsync = off/);
      const kept = execFileSync(
        "sh",
        ["-c", `grep -rl ${secret} .git/cairn ../sessions ../job; true`],
        { cwd: here.root, encoding: "utf8" },
      );
      assert.equal(kept, "");
      const rows = server.psql(
        "cairn1",
        "select string_agg(t::text, ' ') from (select r::text from cairn_passed.rows r union all select c::text from cairn_passed.cards c union all select l::text from cairn_passed.leases l union all select encode(k.bytes, 'escape') from cairn_passed.kept k) as t",
      );
      assert.ok(rows.length > 1_000 && !rows.includes(secret));

      // Whoever is told the address alone finds the password where the configuration has it.
      const config = join(here.root, "cairn.config.json");
      writeFileSync(config, JSON.stringify({ ledger }));
      const bare = `${base.replace("postgres@", "passer@")}?project=passed`;
      assert.equal((await here.cairn(["status", "s"], { env: { CAIRN_LEDGER: bare } })).exit, 0);
      writeFileSync(config, "{}");
      const refused = await here.cairn(["status", "s", "--json"], { env: { CAIRN_LEDGER: bare } });
      assert.deepEqual([refused.exit, at(refused.json(), "error", "code")], [1, "LEDGER_LOGIN"]);
      const wrong = await here.cairn([
        "status",
        "s",
        "--ledger",
        ledger.replace(secret, `${secret}x/y`),
      ]);
      assert.deepEqual([wrong.exit, wrong.err.includes(secret)], [1, false], wrong.err);
    },
  );
}
