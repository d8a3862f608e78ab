// Seeded randomness of a simulation: an independent stream for each part.
import { digest } from "../../src/core/hash.ts";

export type Chance = {
  /** From 0 up to 1, without it. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  is(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Weight and value. */
  weighed<T>(from: readonly (readonly [number, T])[]): T;
  /** Lower-case, as ids are. */
  letters(length: number): string;
  fork(name: string): Chance;
};

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** mulberry32: small, fast, and the same on every machine. */
const stream = (start: number): (() => number) => {
  let at = start;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const made = (name: string): Chance => {
  const next = stream(Number.parseInt(digest(name).slice(0, 8), 16));
  const between = (low: number, high: number): number =>
    low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    is: (share) => next() < share,
    pick(from) {
      const found = from.slice(between(0, from.length - 1))[0];
      if (found === undefined) throw new RangeError("nothing to pick from");
      return found;
    },
    weighed(from) {
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of from) {
        left -= weight;
        if (left < 0) return value;
      }
      const last = from.at(-1);
      if (last === undefined) throw new RangeError("nothing to pick from");
      return last[1];
    },
    letters: (length) => Array.from({ length }, () => alphabet.charAt(between(0, 31))).join(""),
    fork: (part) => made(`${name}/${part}`),
  };
};

export const chanceOf = (seed: number): Chance => made(`story ${seed}`);
