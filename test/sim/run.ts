// Why: stories by the thousand, each from its seed alone, so that whatever breaks one can be looked at again.
import { parseArgs } from "node:util";
import { tellStory } from "./tell.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1-1000" },
    seed: { type: "string" },
    trace: { type: "boolean", default: false },
  },
});
const [first = 1, last = first] = (values.seed ?? values.seeds).split("-").map(Number);
const began = performance.now();
const strokes = { kills: /\[kill/u, faults: /\[fault/u, deaths: /killed from outside/u, stalls: /is frozen/u, reboots: /goes down$/u, jumps: /clock jumps/u, edits: /edited by hand/u, wipes: /caches are deleted/u };
const struck = new Map<string, number>();
let [failed, events, calls] = [0, 0, 0];
const phases = new Map<string, number>();
for (let seed = first; seed <= last; seed += 1) {
  const told = await tellStory(seed, values.trace ? (line) => void process.stdout.write(`${line}\n`) : undefined);
  for (const [name, words] of Object.entries(strokes)) struck.set(name, (struck.get(name) ?? 0) + told.trail.filter((line) => words.test(line)).length);
  if (told.broken === null) {
    events += told.ending.events;
    calls += told.ending.calls;
    phases.set(told.ending.state.phase, (phases.get(told.ending.state.phase) ?? 0) + 1);
  } else {
    failed += 1;
    process.stdout.write(`seed ${seed}: ${told.broken}\n`);
    if (!values.trace) process.stdout.write(`${told.trail.slice(-12).join("\n")}\n  node test/sim/run.ts --seed ${seed} --trace\n`);
  }
  const done = seed - first + 1;
  if (done % 100 === 0) process.stdout.write(`${done} stories, ${failed} broken, ${((performance.now() - began) / done).toFixed(0)} ms each\n`);
}
const ends = [...phases].map(([phase, count]) => `${count} ${phase}`).join(", ");
process.stdout.write(`${last - first + 1} stories: ${ends}; ${failed} broken; ${events} events, ${calls} calls, ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
process.stdout.write(`struck by ${[...struck].map(([name, count]) => `${count} ${name}`).join(", ")}\n`);
process.exitCode = failed > 0 ? 1 : 0;
