// Long PostgreSQL tests: `npm run test:postgres [-- --seed S --times N]`.
import { test } from "node:test";
import { parseArgs } from "node:util";
import { failovers } from "./failover.ts";
import { cuts, kills, rivals } from "./histories.ts";
import { poolers } from "./pooler.ts";
import { postgresMissing } from "./server.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    times: { type: "string", default: "3" },
  },
});
const skip = postgresMissing ?? false;

await import("./machines.long.test.ts");
await import("./cli-away.ts");
await import("./full.ts");
await poolers(Number(values.seed));
failovers(Number(values.seed));
for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.times); seed += 1) {
  test(`rivals for the same jobs, seed ${seed}`, { skip, timeout: 180_000 }, (t) =>
    rivals(t, seed, 400),
  );
  test(`connections cut, seed ${seed}`, { skip, timeout: 180_000 }, (t) =>
    cuts(t, seed, 150, ["reset", "silent"]),
  );
  test(`connections torn, seed ${seed}`, { skip, timeout: 180_000 }, (t) =>
    cuts(t, seed, 60, ["torn"]),
  );
  test(`server killed, seed ${seed}`, { skip, timeout: 180_000 }, (t) => kills(t, seed, 300, 5));
}
