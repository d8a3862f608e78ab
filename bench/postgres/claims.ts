// Benchmark of job claims on PostgreSQL: 10,000 jobs, several machines, no double grant.
import { type Figure, median, spread } from "../figures.ts";
import { type Client, onServer, startClient, times } from "./ground.ts";

const machines = 4;
const workers = 25;
const thousand = 1_000;
const blocks = 10;

type Grant = readonly [job: string, fence: number];
const areGrants = (value: unknown): value is readonly Grant[] =>
  Array.isArray(value) && value.every((one) => Array.isArray(one) && one.length === 2);

/** Each of a thousand jobs is asked for by two of the machines, at about the same time. */
const claimThousand = async (
  clients: readonly Client[],
  run: string,
  block: number,
): Promise<{ readonly rate: number; readonly grants: readonly Grant[] }> => {
  const began = performance.now();
  const half = thousand / 2;
  const answers = await Promise.all(
    clients.map((client, n) => {
      const from = block * thousand + (n % 2) * half;
      return client.ask({ do: "claims", run, from, to: from + half, workers });
    }),
  );
  const rate = (thousand / (performance.now() - began)) * 1_000;
  return { rate, grants: answers.flatMap((answer) => (areGrants(answer) ? answer : [])) };
};

export const postgresClaims = (): Promise<readonly Figure[]> =>
  onServer(async (url) => {
    const clients = await times(machines, (n) => startClient(url, `machine-${n}`));
    const rates: number[] = [];
    const fresh: number[] = [];
    const all: Grant[] = [];
    await claimThousand(clients, "warm", 0);
    for (let block = 0; block < blocks; block += 1) {
      const { rate, grants } = await claimThousand(clients, "night", block);
      rates.push(rate);
      all.push(...grants);
      fresh.push((await claimThousand(clients, `fresh-${block}`, 0)).rate);
    }
    for (const client of clients) await client.end();
    const [jobs, fences] = [
      new Set(all.map(([job]) => job)),
      new Set(all.map(([, fence]) => fence)),
    ];
    const once =
      jobs.size === all.length && fences.size === all.length && all.length === blocks * thousand;
    const steady = rates.map((rate, n) => rate / (fresh[n] ?? Number.NaN));
    return [
      {
        what: `${machines * workers} workers of ${machines} processes on 10,000 open jobs: the last thousands claimed`,
        measured: `${spread(rates, "claims/s")}, thousand by thousand ${rates.map((rate) => rate.toFixed(0)).join(" ")}; on runs of no claims before ${spread(fresh, "claims/s")}`,
        ratio: median(steady.slice(-3)) / median(steady.slice(0, 3)),
        goal: { is: "at least", ratio: 0.8 },
        against:
          "the first thousands; each beside a thousand on a new run, in turn, since a machine is not equally busy all the time",
      },
      {
        what: "none of these jobs claimed twice",
        measured: `${jobs.size} jobs, ${fences.size} fences, ${all.length} claims (one run); each asked for by two processes`,
        ratio: once ? 1 : 0,
        goal: { is: "at least", ratio: 1 },
        against: "each job claimed once",
      },
    ];
  });
