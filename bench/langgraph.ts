// Why: the peer that most people would take instead plays the same graph in the same run, from a package of its own that no user installs.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { repeats } from "./figures.ts";
import { inFolder } from "./ground.ts";

/** `abreast` chains side by side, of `nodes` in all: batches of `abreast` nodes, one after the other. */
export type Graph = { readonly nodes: number; readonly abreast: number };

/** ms a node: of the whole run, of the first tenth of its nodes and of the last. */
export type Played = { readonly all: number; readonly first: number; readonly last: number };

const home = join(import.meta.dirname, "langgraph");
const isInstalled = existsSync(join(home, "node_modules/@langchain/langgraph-checkpoint-sqlite"));
if (!isInstalled)
  console.error(
    "✗✗✗ LangGraph is NOT measured: it is not installed. `npm ci --prefix bench/langgraph` installs it for the benchmarks alone.",
  );

const isPlayed = (value: unknown): value is Played =>
  typeof value === "object" &&
  value !== null &&
  ["all", "first", "last"].every((name) => typeof Object.entries(value).find(([key]) => key === name)?.[1] === "number");

/** In a process of its own, after two rounds that warm up; null: it isn't installed. */
export const langGraph = (graph: Graph): Promise<readonly Played[] | null> =>
  isInstalled
    ? inFolder((folder) => {
        const task = JSON.stringify({ ...graph, rounds: repeats, folder });
        const ran = spawnSync(process.execPath, [join(home, "measure.mjs"), task], {
          encoding: "utf8",
          stdio: ["ignore", "pipe", "inherit"],
        });
        const told: unknown = ran.status === 0 ? JSON.parse(ran.stdout) : null;
        if (!Array.isArray(told) || told.length !== repeats || !told.every(isPlayed)) throw new Error(`LangGraph ended with ${ran.status}`);
        return Promise.resolve(told);
      })
    : Promise.resolve(null);
