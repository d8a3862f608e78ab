// Cases that are shared out among all readers, the same ones each time.
import { test } from "node:test";
import { readers } from "./readers.ts";

const seed = Number(process.env["CAIRN_FUZZ_SEED"] ?? 20_260_108);
const whole = readers.reduce((sum, { share }) => sum + share, 0);

export const play = (cases: number): void => {
  for (const { name, share, run } of readers)
    test(`${name} (seed ${seed})`, () => run(Math.ceil((cases * share) / whole), seed));
};
