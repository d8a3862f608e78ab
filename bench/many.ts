// Benchmark of 32 concurrent writer processes, beside rewriting a whole state file.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "./figures.ts";
import { median, repeats, spread } from "./figures.ts";
import { ground, inFolder, say } from "./ground.ts";

/** Milliseconds until it ended well. */
const child = (file: string, task: unknown): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const one = spawn(process.execPath, [join(import.meta.dirname, file), JSON.stringify(task)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    one.on("exit", (code) =>
      code === 0
        ? resolve(performance.now() - began)
        : reject(new Error(`${file} ended with ${code}`)),
    );
  });

const processes = 32;
const each = 1_000;

export const manyProcesses = (): Promise<Figure> =>
  inFolder(async (folder) => {
    const { path, ledger, started, close } = await ground(folder);
    // Half of them meet on one run, the others have their own.
    const names = Array.from({ length: processes }, (_, i) => (i % 2 === 0 ? "shared" : `own${i}`));
    for (const name of new Set(names)) await started(name);
    const began = performance.now();
    const took = await Promise.all(
      names.map((run) => child("writer.ts", { path, run, count: each })),
    );
    const rate = (processes * each) / ((performance.now() - began) / 1_000);
    let kept = 0;
    for (const name of new Set(names)) {
      for (let after = 1; ;) {
        const rows = await ledger.read({ run: name, after });
        if (rows.some((row, index) => row.version !== after + index + 1))
          throw new Error(`versions of ${name} have gaps`);
        kept += rows.filter(({ type }) => type === "EvidenceClaimed").length;
        after += rows.length;
        if (rows.length === 0) break;
      }
    }
    await close();
    return {
      what: `${processes} processes × ${each} commands`,
      measured: `${kept} of ${processes * each} kept, ${rate.toFixed(0)}/s in all; slowest process ${(Math.max(...took) / 1_000).toFixed(1)} s, fastest ${(Math.min(...took) / 1_000).toFixed(1)} s (one run)`,
      ratio: kept / (processes * each),
      goal: { is: "at least", ratio: 1 },
      against: "all that were acknowledged",
    };
  });

/** A file that its writers broke holds nothing that a reader could take. */
const entriesOf = (path: string): number => {
  try {
    const { evidence_log: log } = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(log) ? log.length : 0;
  } catch {
    return 0;
  }
};

/** Four processes that append to one state file by read, change, write whole. */
export const rewriteKeeps = (): Promise<Figure> =>
  inFolder(async (folder) => {
    const shares: number[] = [];
    for (let round = 0; round < repeats; round += 1) {
      const path = join(folder, `state-${round}.json`);
      writeFileSync(path, JSON.stringify({ evidence_log: [] }));
      await Promise.all(
        Array.from({ length: 4 }, (_, who) => child("rewriter.ts", { path, count: 200, who })),
      );
      shares.push(entriesOf(path) / 800);
    }
    return {
      what: "today: 4 processes × 200 whole-file rewrites",
      measured: spread(
        shares.map((share) => share * 100),
        "% of the entries kept",
      ),
      ratio: median(shares),
      goal: null,
      against: "all that were written",
    };
  });

/** One more entry in a log of 10,000: the whole file again, beside one durable command. */
export const rewriteCosts = (): Promise<Figure> =>
  inFolder(async (folder) => {
    const path = join(folder, "state.json");
    const entry = (n: number) => ({
      task_id: "1",
      criteria: "c",
      type: "command_output",
      content: `entry ${n}`.padEnd(120, "."),
      timestamp: "2026-01-08T12:00:00Z",
    });
    writeFileSync(
      path,
      JSON.stringify({ evidence_log: Array.from({ length: 10_000 }, (_, n) => entry(n)) }, null, 2),
    );
    const { door, started, close } = await ground(folder);
    await started("r1");
    const whole: number[] = [];
    const ours: number[] = [];
    for (let round = 0; round <= repeats; round += 1) {
      let began = performance.now();
      for (let n = 0; n < 10; n += 1) {
        const state = JSON.parse(readFileSync(path, "utf8"));
        state.evidence_log.push(entry(n));
        writeFileSync(path, JSON.stringify(state, null, 2), { flush: true });
      }
      const rewrote = (performance.now() - began) / 10;
      began = performance.now();
      for (let n = 0; n < 500; n += 1) await say(door, "r1", n);
      const said = (performance.now() - began) / 500;
      if (round > 0) {
        whole.push(rewrote);
        ours.push(said);
      }
    }
    await close();
    return {
      what: "today: one more entry in a log of 10,000",
      measured: `${spread(whole, "ms", 1)} for the whole file; ${spread(ours, "ms", 2)} for a command here`,
      ratio: median(whole) / median(ours),
      goal: null,
      against: "one durable command",
    };
  });
