// The id of the run that a request makes, so that the same request makes one run.
import { digest } from "../core/hash.ts";

/** In characters of five bits, as ids that are drawn by chance. */
const length = 12;
/** Letters that are mistaken for others stand in no id. */
const instead: Readonly<Record<string, string>> = { i: "w", l: "x", o: "y", u: "z" };

/** @param request the id that its sender gave the request */
export const runIdOf = (request: string): string =>
  BigInt(`0x${digest(request)}`)
    .toString(32)
    .slice(-length)
    .replaceAll(/[ilou]/gu, (letter) => instead[letter] ?? letter);
