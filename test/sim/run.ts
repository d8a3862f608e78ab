// Program for simulations by the thousand, each reproducible from its seed.
import { parseArgs } from "node:util";
import { chanceOf } from "./chance.ts";
import { protocols } from "./protocols.ts";
import { blows, difference } from "./struck.ts";
import type { Blow } from "./struck.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1-1000" },
    seed: { type: "string" },
    trace: { type: "boolean", default: false },
    /** ultrawork, player, iterative, stigmergy or ralph. */
    protocol: { type: "string", default: "ultrawork" },
    /** The small story, struck in every way at every call. */
    strike: { type: "boolean", default: false },
    /** The small story, struck so often at two or three calls. */
    pairs: { type: "string" },
    /** Only each so-manieth of the blows. */
    every: { type: "string", default: "1" },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const began = performance.now();
const { tell, tellSmall } =
  new Map(Object.entries(protocols)).get(values.protocol) ?? protocols.ultrawork;
const seconds = (): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;

/** What struck, by the words with which the trail tells it. */
const strokes: Readonly<Record<string, RegExp>> = {
  kills: /\[kill/u,
  faults: /\[fault/u,
  deaths: /killed from outside/u,
  stalls: /is frozen/u,
  reboots: /goes down$/u,
  jumps: /clock jumps/u,
  edits: /edited by hand/u,
  wipes: /caches are deleted/u,
  landings: / WorkLanded \{/u,
  conflicts: / ConflictFound \{/u,
  "red landings": / LandingTried .*"passed":false/u,
  "branches touched": /touches the branch/u,
};

const stories = async (first: number, last: number): Promise<number> => {
  const struck = new Map<string, number>();
  const phases = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string, count: number): void =>
    void counts.set(name, (counts.get(name) ?? 0) + count);
  let [failed, events, calls] = [0, 0, 0];
  for (let seed = first; seed <= last; seed += 1) {
    const told = await tell(seed, values.trace ? say : undefined);
    for (const [name, words] of Object.entries(strokes))
      add(struck, name, told.trail.filter((line) => words.test(line)).length);
    if (told.broken === null) {
      events += told.ending.events;
      calls += told.ending.calls;
      add(phases, told.ending.phase, 1);
    } else {
      failed += 1;
      say(`seed ${seed} at step ${told.trail.length}: ${told.broken}`);
      if (!values.trace)
        say(
          `${told.trail.slice(-12).join("\n")}\n  npm run sim -- --protocol ${values.protocol} --seed ${seed} --trace`,
        );
    }
    const done = seed - first + 1;
    if (done % 100 === 0)
      say(
        `${done} stories, ${failed} broken, ${((performance.now() - began) / done).toFixed(0)} ms each`,
      );
  }
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([name, count]) => `${count} ${name}`).join(", ");
  say(
    `${last - first + 1} stories: ${listed(phases)}; ${failed} broken; ${events} events, ${calls} calls, ${seconds()}`,
  );
  say(`struck by ${listed(struck)}`);
  return failed;
};

const strikes = async (all: readonly (readonly Blow[])[]): Promise<number> => {
  const calm = await tellSmall();
  say(`the small story has ${calm.calls} calls and ends in ${calm.phase}`);
  let failed = 0;
  for (const [index, struck] of all.entries()) {
    const found = difference(await tellSmall(...struck), calm);
    if (found !== null) {
      failed += 1;
      say(found);
    }
    if ((index + 1) % 500 === 0) say(`${index + 1} of ${all.length}, ${failed} end otherwise`);
  }
  say(`${all.length} times struck: ${failed} end otherwise; ${seconds()}`);
  return failed;
};

const everywhere = async (): Promise<readonly (readonly Blow[])[]> => {
  const { calls } = await tellSmall();
  const every = Number(values.every);
  return blows.flatMap((is, first) =>
    Array.from({ length: Math.floor((calls - 1 - first) / every) + 1 }, (_, index) => [
      { at: 1 + first + index * every, is },
    ]),
  );
};
const together = async (count: number): Promise<readonly (readonly Blow[])[]> => {
  const { calls } = await tellSmall();
  const chance = chanceOf(count);
  const near = (): number => chance.between(1, chance.is(0.5) ? 40 : calls);
  return Array.from({ length: count }, () => {
    let at = chance.between(1, calls);
    return Array.from({ length: chance.between(2, 3) }, () => ({
      at: (at += near()),
      is: chance.pick(blows),
    }));
  });
};

const [first = 1, last = first] = (values.seed ?? values.seeds).split("-").map(Number);
const failed = values.strike
  ? await strikes(await everywhere())
  : values.pairs === undefined
    ? await stories(first, last)
    : await strikes(await together(Number(values.pairs)));
process.exitCode = failed > 0 ? 1 : 0;
