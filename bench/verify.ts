// Benchmark of `cairn verify`: against its goal and against hashing the same bytes.
import { hash } from "node:crypto";
import { join } from "node:path";
import { chain } from "../src/core/hash.ts";
import type { Draft } from "../src/core/row.ts";
import { openSqlite } from "../src/ledger/sqlite.ts";
import { ultrawork } from "../src/protocols/ultrawork/index.ts";
import { commandId } from "../src/runtime/send/command-id.ts";
import type { Engine } from "../src/runtime/engine.ts";
import { verify } from "../src/runtime/care/verify.ts";
import { openWorkspace } from "../src/workspace/open-workspace.ts";
import { cardOf, drafts } from "../test/contract/stone.ts";
import { testEngine } from "../test/fixtures/engine.ts";
import { median, repeats, spread } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { doorOver, inFolder, say, startRun } from "./ground.ts";

const wanted = 200_000;
const chance = (length: number): string =>
  Math.random()
    .toString(36)
    .slice(2, 2 + length);

/** Events a second of `verify`, which must find what it is said to find and nothing else. */
const rates = async (
  engine: Engine,
  run: string | undefined,
  expected: string,
): Promise<readonly number[]> => {
  const found: number[] = [];
  for (let round = 0; round <= repeats; round += 1) {
    const began = performance.now();
    const { events, findings } = await verify(engine, run);
    const rate = (events / (performance.now() - began)) * 1_000;
    const codes = [...new Set(findings.map(({ code }) => code))].join();
    if (codes !== expected) throw new Error(`verify found ${codes}, not ${expected}`);
    // The first round warms up.
    if (round > 0) found.push(rate);
  }
  return found;
};

/** The digests alone, of the texts as they stand in memory. */
const hashing = (rows: readonly Draft[]): number => {
  const texts = rows.map(
    (row, at) =>
      `${rows[at - 1]?.hash ?? ""}\n${row.run}\n${row.version}\n${row.type}\n${row.at}\n${row.by}\n${row.cause}\n${row.data}`,
  );
  const began = performance.now();
  for (const text of texts) hash("sha256", text, "hex");
  return (rows.length / (performance.now() - began)) * 1_000;
};

const walked = (run: string | undefined): Promise<Figure> =>
  inFolder(async (folder) => {
    const ledger = await openSqlite({ path: join(folder, "ledger.db") });
    const all: Draft[] = [];
    for (let done = 0; done < wanted; done += 10_000) {
      const rows = drafts(
        "r1",
        all.at(-1) ?? null,
        10_000,
        () => commandId(chance),
        "x".repeat(200),
      );
      await ledger.append("r1", done, rows, cardOf(rows));
      all.push(...rows);
    }
    const workspace = await openWorkspace({ home: join(folder, ".cairn") });
    const engine = { ...testEngine(ultrawork, { ledger, workspace }), root: folder, base: folder };
    const first = all[1];
    if (first === undefined || chain(all[0]?.hash ?? "", first) !== first.hash)
      throw new Error("the rows don't chain");
    const raw = Array.from({ length: repeats }, () => hashing(all));
    // Stones are of no protocol that there is: their chain is walked, and that is said.
    const ours = await rates(engine, run, "PROTOCOL_UNKNOWN");
    await ledger.close();
    return {
      what: `verify: the chain of ${wanted.toLocaleString("en")} events, ${run === undefined ? "all runs" : "one run"}`,
      measured: `${spread(ours, "events/s")}; sha256 over the same bytes in memory ${spread(raw, "/s")}`,
      ratio: median(ours) / 200_000,
      goal: { is: "at least", ratio: 1 },
      against: "200,000 events/s",
    };
  });

/** With the state folded anew and all files rendered and compared. */
const whole = (): Promise<Figure> =>
  inFolder(async (folder) => {
    const count = 20_000;
    const ledger = await openSqlite({ path: join(folder, "ledger.db") });
    const door = doorOver(ledger);
    await startRun(door, "r1");
    for (let done = 0; done < count; done += 100)
      await Promise.all(Array.from({ length: 100 }, (_, n) => say(door, "r1", done + n)));
    const rows = await ledger.read({ run: "r1", limit: 2 * count });
    const workspace = await openWorkspace({ home: join(folder, ".cairn") });
    const engine = { ...testEngine(ultrawork, { ledger, workspace }), root: folder, base: folder };
    const ours = await rates(engine, "r1", "FILE_OLD");
    const raw = Array.from({ length: repeats }, () => hashing(rows));
    await ledger.close();
    return {
      what: `verify: a whole run of ${count.toLocaleString("en")} events, folded anew, with its files`,
      measured: `${spread(ours, "events/s")}; sha256 over the same bytes in memory ${spread(raw, "/s")}`,
      ratio: median(ours) / median(raw),
      goal: null,
      against: "sha256 over the same bytes",
    };
  });

export const verifying = async (): Promise<readonly Figure[]> => [
  await walked("r1"),
  await walked(undefined),
  await whole(),
];
