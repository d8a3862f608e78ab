// Process that runs DBOS Transact's durable steps for bench/dbos.ts and answers with steps per second.
import { createInterface } from "node:readline";
import { DBOS } from "@dbos-inc/dbos-sdk";

const { url } = JSON.parse(process.argv[2] ?? "{}");
DBOS.setConfig({ name: "bench", systemDatabaseUrl: url, logLevel: "error" });

const text = "the suite ran and every test of it passed, as the output above shows".padEnd(
  200,
  ".",
);
const step = () => DBOS.runStep(() => Promise.resolve(text), { name: "claim" });

const inTurn = DBOS.registerWorkflow(
  async (count) => {
    for (let n = 0; n < count; n += 1) await step();
  },
  { name: "inTurn" },
);
const together = DBOS.registerWorkflow(
  async (count, abreast) => {
    for (let n = 0; n < count; n += abreast)
      await Promise.allSettled(Array.from({ length: abreast }, step));
  },
  { name: "together" },
);

const rate = async (count, work) => {
  const began = performance.now();
  await work();
  return (count / (performance.now() - began)) * 1_000;
};

await DBOS.launch();
const measures = {
  alone: (count) => rate(count, () => inTurn(count)),
  oneRun: (count) => rate(count, () => together(count, 64)),
  manyRuns: (count) =>
    rate(count, () => Promise.all(Array.from({ length: 64 }, () => inTurn(count / 64)))),
};
console.log(JSON.stringify("ready"));
for await (const line of createInterface({ input: process.stdin })) {
  const { what, count } = JSON.parse(line);
  console.log(JSON.stringify(await measures[what](count)));
}
await DBOS.shutdown();
