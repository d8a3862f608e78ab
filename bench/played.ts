// Timing of played graphs by common marks: each node's begin and the run's end, for cairn and LangGraph.

/** `abreast` chains side by side, of `nodes` in all: batches of `abreast` nodes, one after the other. */
export type Graph = { readonly nodes: number; readonly abreast: number };

/** When each node began, and when the last was done: ms since the run began. */
export type Marks = { readonly begun: readonly number[]; readonly ended: number };

/**
 * ms a node: of the whole run, and of the middle one among the batches of its first tenth and of its last, of four at least. The middle one, since
 * what comes now and then (a snapshot each 1,000 events, the first files, the disk's own pauses) falls into the one tenth or the other by chance.
 */
export type Played = { readonly all: number; readonly first: number; readonly last: number };

const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return (at(Math.ceil(values.length / 2) - 1) + at(Math.floor(values.length / 2))) / 2;
};

export const playedOf = ({ nodes, abreast }: Graph, { begun, ended }: Marks): Played => {
  if (begun.length !== nodes) throw new Error(`${begun.length} of ${nodes} nodes were played`);
  const begins = begun.filter((_, n) => n % abreast === 0);
  const took = begins.map((at, batch) => ((begins[batch + 1] ?? ended) - at) / abreast);
  const tenth = Math.max(4, took.length / 10);
  return {
    all: ended / nodes,
    first: middle(took.slice(0, tenth)),
    last: middle(took.slice(-tenth)),
  };
};
