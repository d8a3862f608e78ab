// Benchmark of 16 concurrent processes on one PostgreSQL database: one project against a project each.
import { type Figure, median, repeats, spread } from "../figures.ts";
import { type Client, onServer, startClient, times } from "./ground.ts";

const processes = 16;
const ms = 2_000;

const together = async (
  clients: readonly Client[],
  what: "appends" | "inserts",
): Promise<number> => {
  const counts = await Promise.all(clients.map((client) => client.ask({ do: what, ms })));
  return (counts.reduce<number>((sum, count) => sum + Number(count), 0) / ms) * 1_000;
};

export const postgresCrowd = (): Promise<readonly Figure[]> =>
  onServer(async (url) => {
    const clients = await times(processes, (n) => startClient(url, `machine-${n}`));
    const projects = await times(processes, (n) =>
      startClient(`${url}?project=p${n}`, `machine-${n}`),
    );
    const ours: number[] = [];
    const apart: number[] = [];
    const least: number[] = [];
    const one: number[] = [];
    const single: number[] = [];
    for (let round = 0; round <= repeats; round += 1) {
      const made = [
        await together(clients, "appends"),
        await together(projects, "appends"),
        await together(clients, "inserts"),
        await together(clients.slice(0, 1), "appends"),
        await together(clients.slice(0, 1), "inserts"),
      ];
      // The first round warms up.
      if (round > 0)
        [ours, apart, least, one, single].forEach((list, n) => list.push(made[n] ?? Number.NaN));
    }
    for (const client of [...clients, ...projects]) await client.end();
    const beside = (own: readonly number[], others: readonly number[]): number =>
      median(own.map((rate, n) => rate / (others[n] ?? Number.NaN)));
    const figure = (
      what: string,
      own: readonly number[],
      others: readonly number[],
      named: string,
    ): Figure => ({
      what,
      measured: `${spread(own, "appends/s")}; ${named} ${spread(others, "/s")}`,
      ratio: beside(own, others),
      goal: null,
      against: named,
    });
    return [
      figure(
        "one process, one append at a time",
        one,
        single,
        "plain inserts of one process, one at a time",
      ),
      figure(
        `${processes} processes, each one append at a time, on one project`,
        ours,
        single,
        "plain inserts of one process, one at a time",
      ),
      figure(
        `${processes} processes, each one append at a time, on one project, beside what the server itself commits`,
        ours,
        least,
        `plain inserts of ${processes} processes, which share syncs`,
      ),
      figure(
        `${processes} processes, each one append at a time, on a project each`,
        apart,
        least,
        `plain inserts of ${processes} processes`,
      ),
    ];
  });
