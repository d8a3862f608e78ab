// Pages of the ledger, of which only the last one ever changes.
import type { LogLine, LogPage } from "../../../src/http/answers.ts";

/** Lines of a page: the server's maximum. */
export const pageSize = 1_000;

/** The page of a version; versions count from 1. */
export const pageOf = (version: number): number =>
  Math.floor((Math.max(1, version) - 1) / pageSize);
/** The number of pages. */
export const pagesOf = (newest: number): number => (newest === 0 ? 0 : pageOf(newest) + 1);
/** The version before a page's first. */
export const pageAfter = (page: number): number => page * pageSize;

/** A page with the live lines added. `"gap"`: some are missing in between, so read it again; null: none of them is new. */
export const withLines = (
  page: LogPage,
  number: number,
  lines: readonly LogLine[],
): LogPage | "gap" | null => {
  let last = page.lines.at(-1)?.version ?? pageAfter(number);
  const added: LogLine[] = [];
  let { newest } = page;
  for (const line of lines) {
    newest = Math.max(newest, line.version);
    if (pageOf(line.version) !== number || line.version <= last) continue;
    if (line.version !== last + 1) return "gap";
    added.push(line);
    last = line.version;
  }
  if (added.length > 0) return { ...page, newest, lines: [...page.lines, ...added] };
  return newest > page.newest ? { ...page, newest } : null;
};
