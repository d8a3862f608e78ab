// Benchmark of the player: overhead of a node, first and last of a long run, beside LangGraph.
import { median, spread } from "./figures.ts";
import type { Figure } from "./figures.ts";
import { langGraph } from "./langgraph.ts";
import type { Graph, Played } from "./played.ts";
import { playing } from "./play.ts";
import type { Ours } from "./play.ts";

/** ms. */
const mostOfANode = 0.4;
/** How much dearer than a node of the beginning one of the end may be. */
const evenly = 1.25;

const ms = (values: readonly number[]): string => spread(values, "ms", 2);
const of = (played: readonly Played[], what: keyof Played): readonly number[] =>
  played.map((one) => one[what]);

const cost = (what: string, ours: readonly Ours[], peer: string, goal: Figure["goal"]): Figure => ({
  what: `player: ${what}`,
  measured: `${ms(of(ours, "all"))} a node, ${ms(ours.map(({ files }) => files))} with the last files and the anchor in git${peer}`,
  ratio: median(of(ours, "all")) / mostOfANode,
  goal,
  against: `${mostOfANode} ms a node`,
  stops:
    "each send waits for the disk once: where others write to it too, as the noise above tells, that wait is most of a node; the rest, about 0.2 ms, is the command's own work and a tenth of the time for files",
});

const level = (what: string, ours: readonly Ours[], peer: string): Figure => ({
  what: `player: ${what}, at the end`,
  measured: `${ms(of(ours, "last"))} a node, at the beginning ${ms(of(ours, "first"))}${peer}`,
  ratio: median(of(ours, "last")) / median(of(ours, "first")),
  goal: { is: "at most", ratio: evenly },
  against:
    "a node at the beginning: the middle batch of the first tenth and of the last, of four at least",
  stops:
    "a run of 20 batches is over in a tenth of a second: its files, which rest nine times as long as they took to write, and the snapshot at its 2,000th event fall into its end; where a run goes on for longer, one node after the other, the cost is level",
});

const both = async (what: string, graph: Graph, joined: boolean): Promise<readonly Figure[]> => {
  const theirs = await langGraph(graph);
  const ours = await playing(graph, joined);
  const times = theirs === null ? 0 : median(of(theirs, "all")) / median(of(ours, "all"));
  const peer =
    theirs === null
      ? "; LangGraph isn't installed"
      : `; LangGraph ${ms(of(theirs, "all"))}, ${times.toFixed(1)} times as much`;
  const last =
    theirs === null ? "" : `; LangGraph ${ms(of(theirs, "last"))} and ${ms(of(theirs, "first"))}`;
  return [cost(what, ours, peer, { is: "at most", ratio: 1 }), level(what, ours, last)];
};

const serial = { nodes: 100, abreast: 1 };
const batches = { nodes: 1_000, abreast: 50 };
const long = { nodes: 1_000, abreast: 1 };

export const player = async (): Promise<readonly Figure[]> => [
  ...(await both("100 no-op nodes, one after the other", serial, true)),
  ...(await both("1,000 no-op nodes, 20 batches of 50", batches, false)),
  level("1,000 no-op nodes, one after the other", await playing(long, true), ""),
  cost("100 no-op nodes, beginning and end sent apart", await playing(serial, false), "", null),
];
