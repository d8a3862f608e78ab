// Tests of a PostgreSQL server away for a while: waits, messages, reconnection, Ctrl-C.
import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import { Fault } from "../../src/core/refusal.ts";
import type { Ledger, LeaseAnswer } from "../../src/ledger/ledger.ts";
import { openPostgres, type PostgresOptions } from "../../src/ledger/postgres.ts";
import { cardOf, drafts } from "../contract/stone.ts";
import { layCable } from "./cable.ts";
import { postgresMissing, startPostgres } from "./server.ts";
import { until } from "./story.ts";

const laid = (run: string): Parameters<Ledger["append"]> => {
  const rows = drafts(run, null, 1, `start ${run}`);
  return [run, 0, rows, cardOf(rows)];
};
const take = async (ledger: Ledger, name: string, ms: number): Promise<LeaseAnswer> =>
  ledger.lease({
    do: "take",
    run: "a",
    job: "build",
    holder: { name, agent: null, conversation: null },
    ms,
    host: name,
  });
const granted = (answer: LeaseAnswer) =>
  answer.is === "granted" ? answer.lease : assert.fail(answer.is);
const codeOf = async (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => "answered",
    (error: unknown) => (error instanceof Fault ? error.code : String(error)),
  );
const within = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  const done = await work();
  assert.ok(performance.now() - began < ms, `took ${Math.round(performance.now() - began)} ms`);
  return done;
};

if (postgresMissing !== null) test("postgres", { skip: postgresMissing }, () => {});
else {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();
  let projects = 0;
  const project = (): string => `?project=p${(projects += 1)}`;
  const open = (t: TestContext, url: string, rest: Partial<PostgresOptions> = {}): Ledger => {
    const ledger = openPostgres({ url, env: {}, ...rest });
    t.after(() => ledger.close());
    return ledger;
  };
  const forever = { patience: Number.POSITIVE_INFINITY };

  test(
    "one that never answered is waited for ten seconds, also by whoever waits for ever",
    { timeout: 30_000 },
    async (t) => {
      const told: (string | null)[] = [];
      const ledger = open(t, "postgres://ana@127.0.0.1:1/work", {
        ...forever,
        outage: (outage) => void told.push(outage?.why ?? null),
      });
      const began = performance.now();
      assert.equal(await codeOf(ledger.runs()), "LEDGER_AWAY");
      const ms = performance.now() - began;
      assert.ok(ms > 9_900 && ms < 15_000, String(ms));
      assert.deepEqual([told.length, /ECONNREFUSED/.test(told[0] ?? "")], [1, true]);
    },
  );

  test(
    "whoever was cut off lets the others come back first, and goes on by himself",
    { timeout: 60_000 },
    async (t) => {
      const cable = await layCable(server.port);
      t.after(() => cable.end());
      const url = base + project();
      const far = url.replace(`:${server.port}/`, `:${cable.port}/`);
      const told: (string | null)[] = [];
      const alpha = open(t, far, { ...forever, answer: 1_000 });
      const beta = open(t, far, {
        ...forever,
        answer: 1_000,
        outage: (outage) => void told.push(outage?.why ?? null),
      });
      await alpha.append(...laid("a"));
      const lease = granted(await take(alpha, "alpha", 300));
      assert.equal((await beta.runs()).length, 1);
      cable.cut();
      const waits = beta.append(...laid("b"));
      const began = performance.now();
      await until("it is told", () => told.length > 0);
      await until("it lasted long", () => performance.now() - began > 7_000);
      cable.mend();
      assert.equal((await waits).is, "appended");
      assert.match(told[0] ?? "", /no answer within 1 s|connection timeout/);
      assert.equal(told.at(-1), null);
      assert.equal((await take(beta, "beta", 300)).is, "held");
      assert.ok(((await beta.leases("a"))[0]?.until ?? "") > (await beta.now()));
      assert.ok(((await beta.grace?.()) ?? "") > (await beta.now()));
      // Somebody who was never cut off sees it as it is.
      const gamma = open(t, url);
      assert.ok(((await gamma.leases("a"))[0]?.until ?? "") < (await gamma.now()));
      assert.equal(await gamma.grace?.(), null);
      granted(await alpha.lease({ do: "renew", run: "a", token: lease.token, ms: 60_000 }));
      assert.equal((await take(beta, "beta", 300)).is, "held");
      assert.equal((await beta.runs()).length, 2);
    },
  );

  test("Ctrl-C and closing end any wait at once, and say that nobody knows", async (t) => {
    const cable = await layCable(server.port);
    t.after(() => cable.end());
    const url = base.replace(`:${server.port}/`, `:${cable.port}/`) + project();
    const quit = new AbortController();
    const [one, other] = [
      open(t, url, { ...forever, quit: quit.signal }),
      open(t, url, { ...forever, answer: 500 }),
    ];
    await one.append(...laid("a"));
    await other.runs();
    cable.cut();
    const asked = codeOf(one.append(...laid("b")));
    quit.abort();
    assert.equal(await within(4_000, () => asked), "LEDGER_UNSURE");
    assert.equal(await within(4_000, () => codeOf(one.runs())), "LEDGER_UNSURE");
    await within(4_000, () => one.close());

    const waits = codeOf(other.append(...laid("c")));
    const still = await Promise.race([
      waits,
      new Promise((resolve) => setTimeout(() => resolve("still"), 1_500)),
    ]);
    assert.equal(still, "still");
    await within(4_000, () => other.close());
    assert.equal(await waits, "LEDGER_UNSURE");
  });

  test("a cut cable is told long before the answer is given up", async (t) => {
    const cable = await layCable(server.port);
    t.after(() => cable.end());
    const [told, quit] = [new Array<string>(), new AbortController()];
    const url = base.replace(`:${server.port}/`, `:${cable.port}/`) + project();
    const ledger = open(t, url, {
      ...forever,
      quit: quit.signal,
      outage: (outage) => void told.push(outage?.why ?? "over"),
    });
    await ledger.append(...laid("a"));
    cable.cut();
    const asked = codeOf(ledger.runs());
    await within(6_000, () => until("it is told", () => told.length > 0));
    assert.deepEqual(told, ["no word for 3 s"]);
    quit.abort();
    assert.equal(await within(4_000, () => asked), "LEDGER_UNSURE");
  });

  test("an interrupted program whose server answers still finishes what it records", async (t) => {
    const quit = new AbortController();
    const ledger = open(t, base + project(), { ...forever, quit: quit.signal });
    quit.abort();
    assert.equal((await ledger.append(...laid("a"))).is, "appended");
    assert.equal((await ledger.runs()).length, 1);
  });

  // The last: for ten seconds after it no lease counts as lapsed here.
  test("after a restart a lease that lapsed meanwhile is nobody's but its holder's for a while", async (t) => {
    const url = base + project();
    const [alpha, beta] = [open(t, url, forever), open(t, url, forever)];
    await alpha.append(...laid("a"));
    const lease = granted(await take(alpha, "alpha", 200));
    server.stop("immediate");
    server.start();
    await until("the lease has run out", () => Date.now() > Date.parse(lease.until));
    const seen = await beta.leases("a");
    assert.ok((seen[0]?.until ?? "") > (await beta.now()), JSON.stringify(seen));
    assert.ok(((await beta.grace?.()) ?? "") > (await beta.now()));
    assert.equal((await take(beta, "beta", 200)).is, "held");
    assert.equal(
      granted(await alpha.lease({ do: "renew", run: "a", token: lease.token, ms: 60_000 })).fence,
      lease.fence,
    );
    assert.equal((await take(beta, "beta", 200)).is, "held");
    // Whoever doesn't come back within that time has lost it.
    await alpha.lease({ do: "renew", run: "a", token: lease.token, ms: 1 });
    const name = /project=(\w+)/.exec(url)?.[1] ?? "";
    server.psql(
      "cairn1",
      `create or replace function cairn_${name}.clock() returns timestamptz language sql volatile as 'select clock_timestamp() + interval ''11 s'''`,
    );
    assert.equal(granted(await take(beta, "beta", 200)).fence, lease.fence + 1);
    assert.equal(await beta.grace?.(), null);
  });
}
