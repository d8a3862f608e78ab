// Benchmark of wake-ups on PostgreSQL: the delay until a runner begins another machine's work.
import { openPostgres } from "../../src/ledger/postgres.ts";
import { type Figure, spread, median } from "../figures.ts";
import { onServer, startClient } from "./ground.ts";

const count = 100;

export const postgresWakes = (): Promise<readonly Figure[]> =>
  onServer(async (url) => {
    const client = await startClient(url, "other");
    await client.ask({ do: "wakes", count: 5 });
    const ledger = openPostgres({ url });
    const heard: number[] = [];
    const stop = ledger.watch(() => heard.push(Number(process.hrtime.bigint()) / 1e6));
    // Till it listens.
    await client.ask({ do: "wakes", count: 20 });
    const answer = await client.ask({ do: "wakes", count });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    stop();
    await ledger.close();
    await client.end();
    const acknowledged = Array.isArray(answer) ? answer.map(Number) : [];
    const waits = acknowledged.map(
      (at) => (heard.find((then) => then >= at - 1) ?? Number.POSITIVE_INFINITY) - at,
    );
    return [
      {
        what: `hearing of an append in another process, ${count} of them`,
        measured: spread(waits, "ms after it was acknowledged", 1),
        ratio: median(waits) / 20,
        goal: { is: "at most", ratio: 1 },
        against: "20 ms",
      },
    ];
  });
