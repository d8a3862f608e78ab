// Benchmark run of the player: a graph through the System with an agent in this process that does nothing.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command, Sender } from "../src/core/protocol.ts";
import { isRefusal } from "../src/core/refusal.ts";
import type { Refusal } from "../src/core/refusal.ts";
import { open } from "../src/open.ts";
import type { Sent, System } from "../src/runtime/system.ts";
import { repeats } from "./figures.ts";
import { inFolder } from "./ground.ts";
import { playedOf } from "./played.ts";
import type { Graph, Played } from "./played.ts";

const ana: Sender = { kind: "person", name: "ana" };

const must = <T>(answer: T | Refusal): T => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer;
};

const idOf = (n: number): string => `N-${String(n + 1).padStart(4, "0")}`;

/** `abreast` chains side by side; those of one rank are a parallel group. */
const template = ({ nodes, abreast }: Graph): string => {
  const list = Array.from({ length: nodes }, (_, n) => ({
    id: idOf(n),
    name: `No-op ${n + 1}`,
    type: "skill",
    executor: "no-op",
    args_template: "{goal}",
    ...(abreast > 1 ? { parallel_group: `G${Math.floor(n / abreast)}` } : {}),
  }));
  const edges = list.slice(abreast).map(({ id }, n) => ({ from: idOf(n), to: id }));
  const context_schema = {
    goal: { type: "string", required: true, description: "what is wanted" },
  };
  return JSON.stringify(
    { template_id: "wft-measure-20260310", name: "measure", context_schema, nodes: list, edges },
    null,
    2,
  );
};

/** `files`: ms a node until the last files were written, too. */
export type Ours = Played & { readonly files: number };

const started = (node: string): Command => ({ type: "StartNode", data: { node, attempt: 1 } });
const finished = (node: string): Command => ({
  type: "FinishNode",
  data: { node, attempt: 1, result: { ok: true, output: "" } },
});

/**
 * A node's beginning is on disk before it is done, and its end before the next one begins. `joined`: the end of one and the beginning of the next
 * are one send, else each is one of its own.
 */
const play = async (system: System, graph: Graph, joined: boolean): Promise<Ours> => {
  const { nodes, abreast } = graph;
  const { run } = must(
    await system.start("player", { template: "measure", context: { goal: "nothing" } }, ana),
  );
  await system.settle();
  const send = async (...commands: readonly Command[]): Promise<Sent> =>
    must(await system.send(run, commands, ana));
  const begun: number[] = [];
  const began = performance.now();
  if (joined) await send(started(idOf(0)));
  for (let n = 0; n < nodes; n += abreast) {
    const batch = Array.from({ length: abreast }, (_, i) => idOf(n + i));
    const one = async (node: string): Promise<void> => {
      if (!joined) await send(started(node));
      begun.push(performance.now() - began);
      await (joined && n + 1 < nodes
        ? send(finished(node), started(idOf(n + 1)))
        : send(finished(node)));
    };
    await Promise.all(batch.map(one));
  }
  const ended = performance.now() - began;
  await system.settle();
  const settled = performance.now() - began;
  const { card } = must(await system.load(run));
  if (card.good !== true) throw new Error(`the run is ${card.phase}`);
  return { ...playedOf(graph, { begun, ended }), files: settled / nodes };
};

/** Ledger in SQLite at sync FULL, files projected while the run goes on. */
export const playing = (graph: Graph, joined: boolean): Promise<readonly Ours[]> =>
  inFolder(async (folder) => {
    // Else the run would belong to the repository around it.
    spawnSync("git", ["init", "-q", folder]);
    mkdirSync(join(folder, ".workflow/templates"), { recursive: true });
    writeFileSync(join(folder, ".workflow/templates/measure.json"), template(graph));
    const system = await open({ cwd: folder, root: folder, env: {} });
    const played: Ours[] = [];
    for (let round = -3; round < repeats; round += 1) {
      const one = await play(system, graph, joined);
      // The first rounds warm up.
      if (round >= 0) played.push(one);
    }
    await system.close();
    return played;
  });
