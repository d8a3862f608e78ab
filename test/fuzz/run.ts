// Program for long fuzz runs: new seeds each time, and the seed of each failure printed.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { readers } from "./readers.ts";

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "1000000" },
    seed: { type: "string" },
    only: { type: "string" },
    minutes: { type: "string" },
  },
});
const cases = Number(values.cases);
const until =
  values.minutes === undefined ? Infinity : Date.now() + Number(values.minutes) * 60_000;
const chosen = readers.filter(
  ({ name }) => values.only === undefined || name.includes(values.only),
);
if (chosen.length === 0)
  throw new Error(
    `no reader is called ${values.only}; there are: ${readers.map(({ name }) => name).join(" · ")}`,
  );

/** Cases of one round: often enough that progress shows, and a seed stays short to play again. */
const round = 50_000;
const whole = chosen.reduce((sum, { share }) => sum + share, 0);
const found = new Map<string, string>();
const began = Date.now();
let done = 0;
for (
  let seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  done < cases && Date.now() < until;
  seed += 1
) {
  for (const { name, share, run } of chosen.filter((one) => !found.has(one.name))) {
    const many = Math.ceil((Math.min(round, cases - done) * share) / whole);
    try {
      await run(many, seed);
    } catch (error) {
      found.set(
        name,
        error instanceof Error
          ? `${error.message}\n${String(error.cause instanceof Error ? error.cause.stack : "")}`
          : String(error),
      );
      console.error(
        `\n${name}: seed ${seed}, ${many} cases\n${found.get(name)}\n  again: npm run fuzz -- --only "${name}" --seed ${seed} --cases ${many}`,
      );
    }
  }
  done += Math.min(round, cases - done);
  console.log(
    `${done} cases, ${Math.round((Date.now() - began) / 1_000)} s, seed ${seed}, ${found.size} found`,
  );
}
if (found.size > 0) process.exitCode = 1;
