// Writer process of the concurrency benchmark, started by bench/many.ts with its task as JSON.
import { openSqlite } from "../src/ledger/sqlite.ts";
import { doorOver, say } from "./ground.ts";

const { path, run, count } = JSON.parse(process.argv[2] ?? "{}");
const ledger = await openSqlite({ path: String(path), patience: 120_000 });
const door = doorOver(ledger);
for (let n = 0; n < Number(count); n += 1) await say(door, String(run), n);
await ledger.close();
