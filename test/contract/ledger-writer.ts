// Writer process for the tests of concurrent ledger writers.
import { writeSync } from "node:fs";
import type { Draft } from "../../src/core/row.ts";
import { openSqlite } from "../../src/ledger/sqlite.ts";
import { cardOf, drafts } from "./stone.ts";

/** Arguments: the ledger, this writer's name, the run to append to, how many appends (0: until it is ended). Prints a line for each that was acknowledged. */
const [path = "", name = "", run = "", wanted = "0"] = process.argv.slice(2);
const ledger = await openSqlite({ path, patience: 60_000 });
writeSync(1, "ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));

const limit = wanted === "0" ? Number.POSITIVE_INFINITY : Number(wanted);
let last: Draft | null = null;
let done = 0;
while (done < limit) {
  const cause = `${name}-${done}`;
  const rows: readonly Draft[] = drafts(run, last, 1, cause, "x".repeat(200));
  const answer = await ledger.append(run, last?.version ?? 0, rows, cardOf(rows));
  if (answer.is === "appended") {
    last = rows[0] ?? null;
    done += 1;
    writeSync(1, `${cause}\n`);
  } else if (answer.is === "lost")
    last = (await ledger.read({ run, after: answer.version - 1 })).at(-1) ?? null;
  else throw new Error(`unexpected: ${answer.is}`);
}
await ledger.close();
process.stdin.destroy();
