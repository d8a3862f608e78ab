// Benchmark of the stigmergy protocol: commands and hand edits at the hundred-thousandth entry.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { isRecord } from "../src/core/json/record.ts";
import { median, repeats, spread } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { ana, inFolder } from "./ground.ts";
import { action, must, planned, project } from "./stigmergy-ground.ts";
import type { Project } from "./stigmergy-ground.ts";

const few = 100;
const many = 100_000;

/** From the command till it is acknowledged; its file is written meanwhile by nobody. */
const said = async ({ system, run }: Project, n: number): Promise<number> => {
  const began = performance.now();
  must(await system.send(run, [action(n)], ana));
  const took = performance.now() - began;
  await system.settle();
  return took;
};

const appended = async (folder: string): Promise<Figure> => {
  const [small, large] = [await project(folder, few), await project(folder, many)];
  const took: { readonly small: number[]; readonly large: number[] } = { small: [], large: [] };
  for (let round = 0; round < repeats * 8; round += 1) {
    took.small.push(await said(small, many + round));
    took.large.push(await said(large, many + round));
  }
  const megabytes = (statSync(large.file).size / 1e6).toFixed(0);
  await small.system.close();
  await large.system.close();
  return {
    what: "stigmergy: a command, after 100,000 entries",
    measured: `${spread(took.large, "ms", 2)} there, ${spread(took.small, "ms", 2)} after 100; the file of ${megabytes} MB follows by the coalescing rule`,
    ratio: median(took.large) / median(took.small),
    goal: { is: "at most", ratio: 1.1 },
    against: "the same after 100 entries, in turn with it",
  };
};

/** As an agent does that was told to: it reads the file, adds an entry, writes all of it back. From then on till the entry is recorded and the file is the engine's again. */
const byHand = async ({ system, run, file }: Project, n: number): Promise<number> => {
  const state: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isRecord(state) || !Array.isArray(state["history"]))
    throw new Error(`${file} is no state file`);
  const entry = {
    timestamp: "",
    agent_id: "james",
    signal: "NOTE",
    summary: `by hand ${n}`,
    files_modified: [],
  };
  writeFileSync(file, JSON.stringify({ ...state, history: [...state["history"], entry] }, null, 2));
  const began = performance.now();
  await system.scan(run);
  await system.settle();
  return performance.now() - began;
};

const handed = async (folder: string, entries: number, limit: number): Promise<Figure> => {
  const here = await project(folder, entries);
  const took: number[] = [];
  // How many projections of a file are remembered: a project of so many entries has long had them.
  for (let round = -22; round < repeats * 3; round += 1) {
    const ms = await byHand(here, round);
    if (round >= 0) took.push(ms);
  }
  if (!readFileSync(here.file, "utf8").includes(`by hand ${repeats * 3 - 1}`))
    throw new Error("an entry was not taken in");
  await here.system.close();
  return {
    what: `stigmergy: an entry added by hand at ${entries.toLocaleString("en")} entries, in ${limit.toLocaleString("en")} ms`,
    measured: spread(took, "ms"),
    ratio: median(took) / limit,
    goal: { is: "at most", ratio: 1 },
    against: `${limit.toLocaleString("en")} ms from the write till it is recorded and the file is written anew`,
    stops:
      "git measures the tree for what the edit may say, and the whole file is read, parsed, written and made durable",
  };
};

const next = async (folder: string): Promise<Figure> => {
  const { system, run } = await planned(folder, 100, 50);
  const { protocol, state } = must(await system.load(run));
  const took = Array.from({ length: repeats * 8 }, () => {
    const began = performance.now();
    protocol.jobs(state);
    return performance.now() - began;
  });
  const [first] = protocol.jobs(state);
  await system.close();
  if (first === undefined) throw new Error("nothing is due");
  return {
    what: "stigmergy: what is next among 100 epics of 50 stories, in 5 ms",
    measured: `${spread(took, "ms", 2)} (${first.key})`,
    ratio: median(took) / 5,
    goal: { is: "at most", ratio: 1 },
    against: "5 ms for all jobs of such a project, half of whose stories are complete",
  };
};

export const stigmergy = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => [
    await next(folder),
    await handed(folder, 1_000, 200),
    await handed(folder, 10_000, 1_000),
    await appended(folder),
  ]);
