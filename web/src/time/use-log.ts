// Pages of the ledger, loaded on view.
import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { LogLine } from "../../../src/http/answers.ts";
import { pageOf, pageSize } from "../api/log-pages.ts";
import { logQuery } from "../api/queries.ts";
import { withPrevious } from "../run/with-previous.ts";

export type Log = {
  /** undefined: not loaded yet. */
  readonly line: (version: number) => LogLine | undefined;
  /** Lines of the loaded pages, oldest first. */
  readonly pages: readonly (readonly LogLine[])[];
};

type Page = readonly [page: number, lines: readonly LogLine[]];

/** Keeps the value for the same pages; lines aren't compared one by one. */
const samePages = (pages: readonly Page[], before: readonly Page[] | null): readonly Page[] =>
  before !== null &&
  before.length === pages.length &&
  pages.every(([page, lines], at) => before[at]?.[0] === page && before[at][1] === lines)
    ? before
    : pages;

/** The given pages of the log. */
export const useLogPages = (run: string, pages: readonly number[]): Log => {
  // Not `combine`, which would compare all lines whenever a page is added.
  const results = useQueries({ queries: pages.map((page) => logQuery(run, page)) });
  const [keep] = useState(() => withPrevious<readonly Page[], readonly Page[]>(samePages));
  const loaded = keep(
    results.flatMap(({ data }, at): readonly Page[] =>
      data === undefined ? [] : [[pages[at] ?? 0, data.lines]],
    ),
  );
  return useMemo(() => {
    const byPage = new Map(loaded);
    return {
      line: (version) => byPage.get(pageOf(version))?.[(version - 1) % pageSize],
      pages: loaded.toSorted(([one], [other]) => one - other).map(([, lines]) => lines),
    };
  }, [loaded]);
};
