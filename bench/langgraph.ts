// Benchmark of LangGraph as a peer: the same graph in the same run, in its own package.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { repeats } from "./figures.ts";
import { inFolder } from "./ground.ts";
import { playedOf } from "./played.ts";
import type { Graph, Marks, Played } from "./played.ts";

const home = join(import.meta.dirname, "langgraph");
const isInstalled = existsSync(join(home, "node_modules/@langchain/langgraph-checkpoint-sqlite"));
if (!isInstalled)
  console.error(
    "✗✗✗ LangGraph is NOT measured: it is not installed. `npm ci --prefix bench/langgraph` installs it for the benchmarks alone.",
  );

const areMarks = (value: unknown): value is Marks =>
  typeof value === "object" &&
  value !== null &&
  "begun" in value &&
  "ended" in value &&
  Array.isArray(value.begun) &&
  typeof value.ended === "number";

/** In a process of its own, after two rounds that warm up; null: it isn't installed. */
export const langGraph = (graph: Graph): Promise<readonly Played[] | null> =>
  isInstalled
    ? inFolder((folder) => {
        const task = JSON.stringify({ ...graph, rounds: repeats, folder });
        const ran = spawnSync(
          process.execPath,
          [join(import.meta.dirname, "langgraph/measure.mjs"), task],
          {
            encoding: "utf8",
            stdio: ["ignore", "pipe", "inherit"],
          },
        );
        const told: unknown = ran.status === 0 ? JSON.parse(ran.stdout) : null;
        if (!Array.isArray(told) || told.length !== repeats || !told.every(areMarks))
          throw new Error(`LangGraph ended with ${ran.status}`);
        return Promise.resolve(told.map((marks) => playedOf(graph, marks)));
      })
    : Promise.resolve(null);
