// Benchmark of durable commands: alone, concurrent, and with a growing ledger.
import { fdatasyncSync } from "node:fs";
import type { Sync } from "../src/ledger/sqlite/log.ts";
import { median, repeats, spread } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { ground, inFolder, rawAppends, say } from "./ground.ts";

const timed = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** One durable command after the other, beside append and fdatasync of as many bytes as its row has; in turn, so that a drifting disk harms neither. */
export const oneAtATime = (): Promise<Figure> =>
  inFolder(async (folder) => {
    const count = 2_000;
    const { door, ledger, started, close } = await ground(folder);
    await started("r1");
    await say(door, "r1", 0);
    const row = (await ledger.read({ run: "r1", after: 1 })).at(-1);
    const bytes =
      row === undefined
        ? 0
        : Buffer.byteLength(
            `${row.run}${row.version}${row.type}${row.at}${row.by}${row.cause}${row.data}${row.hash}`,
          );
    const ours: number[] = [];
    const raw: number[] = [];
    for (let round = 0; round <= repeats; round += 1) {
      const took = await timed(async () => {
        for (let n = 0; n < count; n += 1) await say(door, "r1", n);
      });
      const limit = rawAppends(folder, bytes, count);
      // The first round warms up.
      if (round > 0) {
        ours.push((count / took) * 1_000);
        raw.push((count / limit) * 1_000);
      }
    }
    await close();
    return {
      what: "durable commands, one at a time",
      measured: `${spread(ours, "/s")}; the limit ${spread(raw, "/s")}`,
      ratio: median(ours.map((value, index) => value / (raw[index] ?? Number.NaN))),
      goal: { is: "at least", ratio: 0.9 },
      against: `append + fdatasync of the same ${bytes} bytes`,
      stops:
        "the ledger alone reaches about nine tenths of the limit; the rest is the command's own work (schema, rules, redaction, hash, JSON), which costs up to twice as much when the processor rested before, as it does at each sync of a disk: see the next figure",
    };
  });

/** What stops the figure above: the same commands where the sync does nothing, sleeps as long as a disk, or is the disk's. */
export const shareOfTheDisk = async (): Promise<Figure> => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const syncs: readonly Sync[] = [
    () => undefined,
    () => void Atomics.wait(cell, 0, 0, 0.1),
    fdatasyncSync,
  ];
  const costs: number[][] = [];
  for (const sync of syncs) {
    await inFolder(async (folder) => {
      let waited = 0;
      const { door, started, close } = await ground(folder, (file) => {
        const began = performance.now();
        sync(file);
        waited += performance.now() - began;
      });
      await started("r1");
      const own: number[] = [];
      for (let round = 0; round <= repeats; round += 1) {
        waited = 0;
        const took = await timed(async () => {
          for (let n = 0; n < 2_000; n += 1) await say(door, "r1", n);
        });
        if (round > 0) own.push(((took - waited) / 2_000) * 1_000);
      }
      costs.push(own);
      await close();
    });
  }
  const [none = [], sleep = [], disk = []] = costs;
  return {
    what: "a command's own work, one at a time",
    measured: `${spread(disk, "µs")} beside the disk's sync, ${spread(sleep, "µs")} where the processor only slept instead, ${spread(none, "µs")} where it never rested`,
    ratio: median(disk) / median(none),
    goal: null,
    against: "the same without any sync",
  };
};

/** 64 sends at once, again and again, on one run and on 64. */
export const together = async (): Promise<readonly Figure[]> => {
  const measure = (runs: number): Promise<Figure> =>
    inFolder(async (folder) => {
      const rounds = 300;
      const { door, started, close } = await ground(folder);
      for (let run = 0; run < runs; run += 1) await started(`r${run}`);
      const rates: number[] = [];
      for (let round = 0; round <= repeats; round += 1) {
        const took = await timed(async () => {
          for (let n = 0; n < rounds; n += 1)
            await Promise.all(Array.from({ length: 64 }, (_, i) => say(door, `r${i % runs}`, n)));
        });
        if (round > 0) rates.push(((rounds * 64) / took) * 1_000);
      }
      await close();
      return {
        what: `64 concurrent sends on ${runs === 1 ? "one run" : `${runs} runs`}`,
        measured: spread(rates, "commands/s"),
        ratio: median(rates) / 60_000,
        goal: runs === 1 ? { is: "at least", ratio: 1 } : null,
        against: "60,000 commands/s",
      };
    });
  return [await measure(1), await measure(64)];
};

/** Does the last of 100,000 appends to one run cost what the first ones cost? Each a durable command of its own. */
export const flat = (): Promise<Figure> =>
  inFolder(async (folder) => {
    const { door, started, close } = await ground(folder);
    const ratios: number[] = [];
    const firsts: number[] = [];
    const lasts: number[] = [];
    const some = async (run: string, count: number): Promise<number> =>
      timed(async () => {
        for (let n = 0; n < count; n += 1) await say(door, run, n);
      });
    await started("warm");
    await some("warm", 2_000);
    await started("big");
    for (let n = 0; n < 100_000 / 100 - 10; n += 1)
      await Promise.all(Array.from({ length: 100 }, (_, i) => say(door, "big", i)));
    for (let round = 0; round < repeats; round += 1) {
      await started(`new${round}`);
      const first = await some(`new${round}`, 1_000);
      const last = await some("big", 1_000);
      firsts.push(first);
      lasts.push(last);
      ratios.push(last / first);
    }
    await close();
    return {
      what: "the 100,000th append to a run",
      measured: `${spread(lasts, "µs each")} there, ${spread(firsts, "µs each")} for the first thousand of a new run`,
      ratio: median(ratios),
      goal: { is: "at most", ratio: 1.1 },
      against: "the first thousand's mean, in turn with it",
    };
  });
