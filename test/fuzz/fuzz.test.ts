// Why: readers of what others wrote are held to their properties in every run of the tests, by the same cases each time.
import { test } from "node:test";
import { readers } from "./readers.ts";

/** In all. */
const cases = 100_000;
const seed = Number(process.env["CAIRN_FUZZ_SEED"] ?? 20_260_108);

const whole = readers.reduce((sum, { share }) => sum + share, 0);
for (const { name, share, run } of readers) test(`${name} (seed ${seed})`, () => run(Math.ceil((cases * share) / whole), seed));
