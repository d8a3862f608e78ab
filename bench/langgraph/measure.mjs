// Process that plays a graph in LangGraph with its SQLite checkpointer, for bench/langgraph.ts.
import { join } from "node:path";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import Database from "better-sqlite3";

const { nodes, abreast, rounds, folder } = JSON.parse(process.argv[2] ?? "{}");
const idOf = (n) => `N-${String(n + 1).padStart(4, "0")}`;

// better-sqlite3 is built with NORMAL for a WAL, where what was committed need not be on the disk yet.
const database = new Database(join(folder, "langgraph.db"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
const checkpointer = new SqliteSaver(database);

let marks = [];
const graph = new StateGraph(Annotation.Root({ goal: Annotation() }));
for (let n = 0; n < nodes; n += 1) {
  graph.addNode(idOf(n), () => {
    marks.push(performance.now());
    return {};
  });
  graph.addEdge(n < abreast ? START : idOf(n - abreast), idOf(n));
  if (n >= nodes - abreast) graph.addEdge(idOf(n), END);
}
const app = graph.compile({ checkpointer });

const played = [];
for (let round = -2; round < rounds; round += 1) {
  marks = [];
  const began = performance.now();
  // sync: a step's checkpoint is written before the next step begins.
  await app.invoke(
    { goal: "nothing" },
    { configurable: { thread_id: `t${round}` }, recursionLimit: nodes + 10, durability: "sync" },
  );
  const ended = performance.now() - began;
  // The first rounds warm up.
  if (round >= 0) played.push({ begun: marks.map((at) => at - began), ended });
}
if (
  database.pragma("journal_mode", { simple: true }) !== "wal" ||
  database.pragma("synchronous", { simple: true }) !== 2
)
  throw new Error("SqliteSaver has changed how the database syncs");
database.close();
console.log(JSON.stringify(played));
