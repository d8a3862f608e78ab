// Benchmark of the ledger alone, without protocol rules: appends only.
import { join } from "node:path";
import type { Draft } from "../src/core/row.ts";
import type { Ledger } from "../src/ledger/ledger.ts";
import { openSqlite } from "../src/ledger/sqlite.ts";
import { commandId } from "../src/runtime/send/command-id.ts";
import { cardOf, drafts } from "../test/contract/stone.ts";
import { median, repeats, spread } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { inFolder, rawAppends } from "./ground.ts";

const TEXT = "x".repeat(200);
const chance = (length: number): string =>
  Math.random()
    .toString(36)
    .slice(2, 2 + length);
const bytesOf = (row: Draft): number =>
  Buffer.byteLength(
    `${row.run}${row.version}${row.type}${row.at}${row.by}${row.cause}${row.data}${row.hash}`,
  );

/** `count` rows of a run that follow on each other, each of a command of its own, with ids like those of real commands. */
const rowsOf = (run: string, after: Draft | null, count: number): readonly Draft[] =>
  drafts(run, after, count, () => commandId(chance), TEXT);

const append = async (ledger: Ledger, row: Draft): Promise<void> => {
  const answer = await ledger.append(row.run, row.version - 1, [row], cardOf([row]));
  if (answer.is !== "appended") throw new Error(`${row.run} ${row.version}: ${answer.is}`);
};

const rate = async (count: number, work: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return (count / (performance.now() - began)) * 1_000;
};

const alone = (): Promise<Figure> =>
  inFolder(async (folder) => {
    const count = 1_000;
    const ledger = await openSqlite({ path: join(folder, "ledger.db") });
    const ours: number[] = [];
    const raw: number[] = [];
    let last: Draft | null = null;
    let bytes = 0;
    for (let round = 0; round <= repeats; round += 1) {
      const rows: readonly Draft[] = rowsOf("r", last, count);
      last = rows.at(-1) ?? null;
      bytes = last === null ? 0 : bytesOf(last);
      const own = await rate(count, async () => {
        for (const row of rows) await append(ledger, row);
      });
      const limit = (count / rawAppends(folder, bytes, count)) * 1_000;
      // The first round warms up.
      if (round === 0) continue;
      ours.push(own);
      raw.push(limit);
    }
    await ledger.close();
    return {
      what: "the ledger alone: durable appends, one at a time",
      measured: `${spread(ours, "/s")}; the limit ${spread(raw, "/s")}`,
      ratio: median(ours.map((value, index) => value / (raw[index] ?? Number.NaN))),
      goal: null,
      against: `append + fdatasync of the same ${bytes} bytes`,
    };
  });

/** 64 at once, again and again: on one run, each expecting the version that the one before it makes, or each on a run of its own. */
const together = (runs: 1 | 64): Promise<Figure> =>
  inFolder(async (folder) => {
    const rounds = 300;
    const ledger = await openSqlite({ path: join(folder, "ledger.db") });
    const ours: number[] = [];
    const lasts = new Map<string, Draft>();
    for (let round = 0; round <= repeats; round += 1) {
      const columns = Array.from({ length: runs }, (_, n) =>
        rowsOf(`r${n}`, lasts.get(`r${n}`) ?? null, (rounds * 64) / runs),
      );
      for (const column of columns) {
        const last = column.at(-1);
        if (last !== undefined) lasts.set(last.run, last);
      }
      const waves = Array.from({ length: rounds }, (_, n) =>
        runs === 1
          ? (columns[0] ?? []).slice(n * 64, n * 64 + 64)
          : columns.flatMap((column) => column.slice(n, n + 1)),
      );
      const own = await rate(rounds * 64, async () => {
        for (const wave of waves) await Promise.all(wave.map((row) => append(ledger, row)));
      });
      if (round > 0) ours.push(own);
    }
    await ledger.close();
    return {
      what: `the ledger alone: 64 concurrent appends on ${runs === 1 ? "one run" : "64 runs"}`,
      measured: spread(ours, "/s"),
      ratio: median(ours) / 100_000,
      goal: null,
      against: "100,000 appends/s",
    };
  });

export const ledgerAlone = async (): Promise<readonly Figure[]> => [
  await alone(),
  await together(1),
  await together(64),
];
