// Why: how attempts ended is told by the last event that each left in the ledger, in its protocol's own word: the page judges nothing.
import type { LogLine } from "../../../src/http/answers.ts";
import { pageOf } from "../api/log-pages.ts";
import type { Attempt } from "../attempts.ts";
import { roleOf } from "./sums.ts";

/** Pages of the ledger that are read for it, the newest first. */
const pagesMost = 5;

/** Where the last events of attempts stand; `left`: of how many it isn't looked up. */
export const pagesFor = (attempts: readonly Attempt[]): { readonly pages: readonly number[]; readonly left: number } => {
  const over = attempts.filter((one) => one.over);
  const all = [...new Set(over.map(({ versions }) => pageOf(versions[1])))].toSorted((one, other) => other - one);
  const pages = all.slice(0, pagesMost);
  return { pages, left: over.filter(({ versions }) => !pages.includes(pageOf(versions[1]))).length };
};

export type Ending = { readonly role: string; readonly how: string; readonly attempts: number };

/** By role and last event, the most first; those under way apart. What isn't among the lines is left out. */
export const endings = (attempts: readonly Attempt[], lines: readonly Pick<LogLine, "version" | "type">[]): readonly Ending[] => {
  const types = new Map(lines.map(({ version, type }) => [version, type]));
  const known = attempts.flatMap((one) => {
    const how = one.over ? types.get(one.versions[1]) : "not over";
    return how === undefined ? [] : [{ role: roleOf(one), how }];
  });
  return [...Map.groupBy(known, ({ role, how }) => `${role} ${how}`).values()]
    .flatMap((all) => (all[0] === undefined ? [] : [{ ...all[0], attempts: all.length }]))
    .toSorted((one, other) => other.attempts - one.attempts || `${one.role} ${one.how}`.localeCompare(`${other.role} ${other.how}`, "en"));
};
