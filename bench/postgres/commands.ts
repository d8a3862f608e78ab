// Benchmark of durable commands on PostgreSQL through the System, beside a plain ledger and peers.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isRefusal } from "../../src/core/refusal.ts";
import type { Sender } from "../../src/core/protocol.ts";
import { open } from "../../src/open.ts";
import { type Shape, startDbos } from "../dbos.ts";
import { type Figure, median, repeats, spread } from "../figures.ts";
import { claim, inFolder } from "../ground.ts";
import { onServer, plainInserts, rateOf, times } from "./ground.ts";

const ana: Sender = { kind: "person", name: "ana" };
const abreast = 64;
const tasks = [
  {
    id: "1",
    subject: "Measure",
    success_criteria: [{ criteria: "the suite passes", command: "npm test" }],
  },
];

/** As `cairn` opens it, files and all; `say` is one command to one of 64 runs. */
const openTeam = async (url: string, folder: string) => {
  const repo = join(folder, "repo");
  mkdirSync(repo);
  spawnSync("git", ["init", "-q", repo]);
  const system = await open({
    cwd: repo,
    ledger: url,
    env: { ...process.env, CAIRN_ULTRAWORK_HOME: join(folder, "home") },
  });
  const runs: string[] = [];
  for (let n = 0; n < abreast; n += 1) {
    const data = { goal: `measure ${n}`, explorers: 0, options: { mode: "auto" } };
    const started = await system.start("ultrawork", data, ana);
    if (isRefusal(started)) throw new Error(started.text);
    runs.push(started.run);
    const planned = await system.send(
      started.run,
      [{ type: "ProposePlan", data: { plan: { tasks } } }],
      ana,
    );
    if (isRefusal(planned)) throw new Error(planned.text);
  }
  const say = async (run: number, n: number): Promise<void> => {
    const sent = await system.send(runs[run] ?? "", [claim(n)], ana);
    if (isRefusal(sent)) throw new Error(`${sent.code}: ${sent.text}`);
  };
  return { say, close: () => system.close() };
};

type One = (run: number, n: number) => Promise<void>;

const shapes: readonly {
  readonly is: Shape;
  readonly what: string;
  readonly count: number;
  work(one: One, count: number): Promise<void>;
}[] = [
  {
    is: "alone",
    what: "one at a time",
    count: 200,
    work: async (one, count) => {
      for (let n = 0; n < count; n += 1) await one(0, n);
    },
  },
  {
    is: "oneRun",
    what: "64 at once on one run",
    count: 1_280,
    work: async (one, count) => {
      for (let n = 0; n < count; n += abreast) await times(abreast, (i) => one(0, n + i));
    },
  },
  {
    is: "manyRuns",
    what: "one at a time on each of 64 runs",
    count: 1_280,
    work: async (one, count) => {
      await times(abreast, async (run) => {
        for (let n = 0; n < count / abreast; n += 1) await one(run, n);
      });
    },
  },
];

/** In turn, round for round, so that a machine whose other work comes and goes harms none of them alone. */
export const postgresCommands = (): Promise<readonly Figure[]> =>
  inFolder((folder) =>
    onServer(async (url) => {
      const [team, plain, dbos] = [
        await openTeam(url, folder),
        plainInserts(url),
        await startDbos(url),
      ];
      const insert: One = (run) => plain.insert(`r${run}`);
      const figures: Figure[] = [];
      for (const { is, what, count, work } of shapes) {
        const ours: number[] = [];
        const least: number[] = [];
        const theirs: number[] = [];
        for (let round = 0; round <= repeats; round += 1) {
          const said = await rateOf(count, () => work(team.say, count));
          const inserted = await rateOf(count, () => work(insert, count));
          const stepped = dbos === null ? Number.NaN : await dbos.rate(is, count);
          // The first round warms up.
          if (round === 0) continue;
          ours.push(said);
          least.push(inserted);
          theirs.push(stepped);
        }
        const beside = (others: readonly number[]): number =>
          median(ours.map((own, n) => own / (others[n] ?? Number.NaN)));
        const measured = (others: readonly number[], named: string): string =>
          `${spread(ours, "/s")}; ${named} ${spread(others, "/s")}`;
        figures.push({
          what: `durable commands, ${what}`,
          measured: measured(least, "plain inserts"),
          ratio: beside(least),
          goal: { is: "at least", ratio: 0.7 },
          against:
            "a compare-and-set insert of one row in one statement, by the same client with as many connections",
          stops:
            "each waits for the disk once, so what differs is work: a command is decided, folded, redacted and hashed here before it is asked, and asks a function that takes the project's line, reads two lists, and writes a row and a card, 120 to 150 µs of the server's processor more than an insert; concurrent ones share all of that, and the wait",
        });
        if (dbos !== null)
          figures.push({
            what: `durable commands, ${what}, beside DBOS Transact 5.3.0`,
            measured: measured(theirs, "its steps"),
            ratio: beside(theirs),
            // One after the other, both wait for the disk once each time.
            goal: is === "alone" ? null : { is: "at least", ratio: 3 },
            against: "steps of its workflows in the same shape, on the same server, in turn",
          });
      }
      await dbos?.close();
      await plain.close();
      await team.close();
      return figures;
    }),
  );
