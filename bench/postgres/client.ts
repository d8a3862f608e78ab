// Client process of the PostgreSQL benchmarks: stands for a machine and answers commands by messages.
import { setTimeout as sleep } from "node:timers/promises";
import type { Draft } from "../../src/core/row.ts";
import { openPostgres } from "../../src/ledger/postgres.ts";
import { commandId } from "../../src/runtime/send/command-id.ts";
import { cardOf, drafts, holder } from "../../test/contract/stone.ts";
import { plainInserts, times } from "./ground.ts";

const [, , url = "", name = ""] = process.argv;
const ledger = openPostgres({ url });
const plain = plainInserts(url);
const text = "x".repeat(200);
const chance = (length: number): string =>
  Math.random()
    .toString(36)
    .slice(2, 2 + length);

let last: Draft | null = null;
const append = async (): Promise<void> => {
  const rows = drafts(name, last, 1, () => commandId(chance), text);
  const answer = await ledger.append(name, last?.version ?? 0, rows, cardOf(rows));
  if (answer.is !== "appended") throw new Error(`${name}: ${answer.is}`);
  last = rows.at(-1) ?? null;
};
/** One at a time, for so long. */
const during = async (ms: number, one: () => Promise<void>): Promise<number> => {
  const ends = performance.now() + ms;
  let count = 0;
  for (; performance.now() < ends; count += 1) await one();
  return count;
};
/** In ms of the clock that all processes of this machine share. */
const clock = (): number => Number(process.hrtime.bigint()) / 1e6;

const tasks: Readonly<
  Record<string, (task: Readonly<Record<string, unknown>>) => Promise<unknown>>
> = {
  appends: ({ ms }) => during(Number(ms), append),
  inserts: ({ ms }) => during(Number(ms), () => plain.insert(name)),
  /** Some workers ask for one job after the other; who is refused goes on to the next. */
  claims: async ({ run, from, to, workers }) => {
    let next = Number(from);
    const got: (readonly [job: string, fence: number])[] = [];
    await times(Number(workers), async (worker) => {
      for (let job = next; job < Number(to); job = next) {
        next += 1;
        const asked = {
          job: `job-${job}`,
          holder: holder(`${name}-${worker}`),
          ms: 600_000,
          host: name,
        };
        const answer = await ledger.lease({ do: "take", run: String(run), ...asked });
        if (answer.is === "granted") got.push([answer.lease.job, answer.lease.fence]);
      }
    });
    return got;
  },
  /** Now and then an append, and when it was acknowledged. */
  wakes: async ({ count }) => {
    const at: number[] = [];
    for (let n = 0; n < Number(count); n += 1) {
      await sleep(40 + Math.random() * 20);
      await append();
      at.push(clock());
    }
    return at;
  },
};

process.on("message", (said) => {
  const task: Readonly<Record<string, unknown>> = JSON.parse(String(said));
  void tasks[String(task["do"])]?.(task).then((answer) => process.send?.(answer));
});
process.on("disconnect", () => void Promise.all([ledger.close(), plain.close()]));
process.send?.("ready");
