// Fuzzed ledger files under every reading verb: each ends, in bounded memory and in words.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import type { Answer } from "../ledger/child.ts";
import type { Change, Spoil } from "../ledger/spoil.ts";
import type { Reader } from "../reader.ts";

/** In ms, for all verbs of a case, on a machine that does much else. */
const patience = 60_000;
const memory = 1_200 * 1_048_576;

const change: fc.Arbitrary<Change> = fc.tuple(
  fc.nat(9),
  fc.nat(7).map((n) => (n > 5 ? 0 : n)),
  fc.nat(300),
  fc.nat(11),
  fc.nat(60),
);
const byte = fc.tuple(fc.oneof(fc.nat(1_000_000), fc.nat(4_200)), fc.nat(255));
const spoils: fc.Arbitrary<Spoil> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
      bytes: fc.constant([]),
      shape: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      changes: fc.constant([]),
      bytes: fc.array(byte, { minLength: 1, maxLength: 40 }),
      shape: fc.constant(true),
    }),
  },
);

const changed = (...changes: readonly Change[]): [Spoil] => [{ changes, bytes: [], shape: true }];
/** What was found once. */
const examples: [Spoil][] = [
  // A row points to one that came after it, and so to itself.
  changed([3, 0, 2, 0, 1]),
  // A number beyond what the language holds exactly; a type that no rules know; a run's id that is none.
  changed([1, 0, 0, 0, 12]),
  changed([1, 0, 1, 5, 4]),
  changed([3, 1, 0, 1, 26]),
];

const asked = (child: ChildProcess, how: Spoil): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`no end after ${patience / 1_000} s`));
    }, patience);
    const left = (code: number | null, signal: string | null): void => {
      clearTimeout(late);
      reject(new Error(`the reading process ended: ${code ?? signal}`));
    };
    child.once("exit", left);
    child.once("message", (answer: Answer) => {
      clearTimeout(late);
      child.off("exit", left);
      resolve(answer);
    });
    child.send(how);
  });

const begin = (): ChildProcess => {
  const child = fork(join(import.meta.dirname, "../ledger/child.ts"), {
    execArgv: [...process.execArgv, "--max-old-space-size=500"],
  });
  child.setMaxListeners(0);
  return child;
};

const run = async (cases: number, seed: number): Promise<void> => {
  let child = begin();
  const hold = async (how: Spoil): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) child = begin();
    const { failed, rss } = await asked(child, how);
    assert.equal(failed, null);
    assert.ok(rss < memory, `${Math.round(rss / 1_048_576)} MB`);
  };
  try {
    await fc.assert(fc.asyncProperty(spoils, hold), { numRuns: cases, seed, examples });
  } finally {
    child.kill("SIGTERM");
  }
};

export const ledgerReaders: readonly Reader[] = [
  { name: "the ledger's whole file", share: 0.2, run },
];
