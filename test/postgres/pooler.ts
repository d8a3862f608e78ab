// Tests of the PostgreSQL ledger through PgBouncer: contract, whole run, a pooler that dies.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { ledgersOf } from "../contract/ledger-server.ts";
import { ledgerContract } from "../contract/ledger.ts";
import { cardOf, drafts } from "../contract/stone.ts";
import { auto, shop } from "../e2e/one-file.ts";
import { chanceOf } from "../sim/chance.ts";
import { bouncerMissing, startBouncer } from "./bouncer.ts";
import { clocks, killing, told } from "./histories.ts";
import { play } from "./load/play.ts";
import { postgresMissing, startPostgres } from "./server.ts";

const skip = postgresMissing ?? bouncerMissing;

const story = async (seed: number): Promise<void> => {
  const server = await startPostgres({ settings: ["fsync=off"] });
  after(() => server.remove());
  const base = server.database();
  for (const [mode, size] of [
    ["session", 60],
    ["transaction", 3],
  ] as const) {
    const bouncer = await startBouncer(server.port, mode, size);
    after(() => bouncer.remove());
    const far = base.replace(`:${server.port}/`, `:${bouncer.port}/`);
    const urlOf = (project: string): string => `${far}?project=${project}`;
    ledgerContract(`${bouncer.version}, ${mode} mode`, ledgersOf(server, mode, urlOf), true);

    test(`${mode} mode: a run is played through the pooler`, { timeout: 60_000 }, async (t) => {
      const here = shop(t);
      const env = { CAIRN_LEDGER: urlOf(`run_${mode}`) };
      const ended = await here.cairn(auto, { env });
      assert.equal(ended.exit, 0, ended.out + ended.err);
      assert.doesNotMatch(ended.out + ended.err, /warning/);
      const verified = await here.cairn(["verify", "s"], { env });
      assert.equal(verified.exit, 0, verified.out + verified.err);
    });

    test(
      `${mode} mode: another's write is noticed within a second and a half`,
      { timeout: 60_000 },
      async (t) => {
        const [one, two] = [
          openPostgres({ url: urlOf(`notes_${mode}`), env: {} }),
          openPostgres({ url: urlOf(`notes_${mode}`), env: {} }),
        ];
        t.after(() => Promise.all([one.close(), two.close()]));
        const first = drafts("a", null, 1, "start a");
        await one.append("a", 0, first, cardOf(first));
        let hear = (): void => undefined;
        t.after(two.watch(() => hear()));
        // What listening itself calls for is over.
        await sleep(1_500);
        const took: number[] = [];
        for (const name of ["b", "c", "d", "e"]) {
          const heard = new Promise<void>((resolve) => (hear = resolve));
          const began = performance.now();
          const rows = drafts(name, null, 1, `start ${name}`);
          await one.append(name, 0, rows, cardOf(rows));
          await heard;
          took.push(performance.now() - began);
          await sleep(300);
        }
        t.diagnostic(`noticed after ${took.map((ms) => ms.toFixed(0)).join(", ")} ms`);
        assert.ok(Math.max(...took) < 1_500, took.join(" "));
      },
    );

    test(
      `${mode} mode: what is asked at once waits for nothing but its turn`,
      { timeout: 60_000 },
      async (t) => {
        const ledgers = [1, 2, 3].map(() =>
          openPostgres({ url: urlOf(`crowd_${mode}`), env: {}, answer: 5_000 }),
        );
        t.after(() => Promise.all(ledgers.map((ledger) => ledger.close())));
        const took: number[] = [];
        for (let round = 0; round < 60; round += 1) {
          const began = performance.now();
          await Promise.all(
            ledgers.flatMap((ledger, index) => {
              const run = `r${round}-${index}`;
              const rows = drafts(run, null, 1, `start ${run}`);
              return [
                ledger.runs(),
                ledger.now(),
                ledger.leases(),
                ledger.append(run, 0, rows, cardOf(rows)),
              ];
            }),
          );
          took.push(performance.now() - began);
        }
        // One that is lost is asked again after five seconds.
        assert.ok(Math.max(...took) < 4_500, `${Math.round(Math.max(...took))} ms`);
      },
    );

    test(
      `${mode} mode: a pooler that is killed under load loses nothing, seed ${seed}`,
      { timeout: 180_000 },
      async (t) => {
        const chance = chanceOf(seed).fork("pooler");
        const { trouble, killed } = killing({ chance, times: 5, ...bouncer });
        const plain = `${base}?project=load_${mode}`;
        const history = await play({
          url: urlOf(`load_${mode}`),
          plain,
          seed,
          asks: 200,
          clocks,
          trouble,
        });
        told(t, `pooler, ${mode} mode`, seed, history, `the pooler killed ${killed()} times`);
        assert.ok(killed() > 0);
      },
    );
  }
};

/** `seed`: of what happens to the pooler. */
export const poolers = async (seed: number): Promise<void> => {
  if (skip === null) await story(seed);
  else test("a pooler between runners and server", { skip }, () => {});
};
