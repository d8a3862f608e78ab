// Id of the run that a request starts, so that a repeated request starts no second one.
import { digest } from "../core/hash.ts";

/** In characters of five bits, like random ids. */
const length = 12;
/** Replaces ambiguous letters, which ids don't contain. */
const instead: Readonly<Record<string, string>> = { i: "w", l: "x", o: "y", u: "z" };

/** @param request the id that its sender gave the request */
export const runIdOf = (request: string): string =>
  BigInt(`0x${digest(request)}`)
    .toString(32)
    .slice(-length)
    .replaceAll(/[ilou]/gu, (letter) => instead[letter] ?? letter);
