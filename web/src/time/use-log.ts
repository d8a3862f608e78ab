// Why: the ledger is read in pages as they are looked at; who needs all of it gets it page by page, the newest first, without keeping anybody waiting.
import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { LogLine } from "../../../src/http/answers.ts";
import { pageOf, pageSize, pagesOf } from "../api/log-pages.ts";
import { logQuery } from "../api/queries.ts";

/** Pages that are read without being asked for. */
export const idleMost = 12;

export type Log = {
  /** undefined: it isn't read yet. */
  readonly line: (version: number) => LogLine | undefined;
  /** Lines of the pages that are read, oldest first. */
  readonly pages: readonly (readonly LogLine[])[];
  readonly error: Error | null;
};

/** The pages of the log that are named. */
export const useLogPages = (run: string, pages: readonly number[]): Log => {
  const { read, error } = useQueries({
    queries: pages.map((page) => logQuery(run, page)),
    combine: (results) => ({
      read: results.map(({ data }) => data?.lines),
      error: results.find((one) => one.error !== null)?.error ?? null,
    }),
  });
  const named = pages.join(" ");
  return useMemo(() => {
    const numbers = named === "" ? [] : named.split(" ").map(Number);
    const held = new Map(numbers.flatMap((page, index) => (read[index] === undefined ? [] : [[page, read[index]] as const])));
    return {
      line: (version) => held.get(pageOf(version))?.[(version - 1) % pageSize],
      pages: [...held].sort(([one], [other]) => one - other).map(([, lines]) => lines),
      error,
    };
  }, [named, read, error]);
};

const whenIdle = (act: () => void): (() => void) => {
  if ("requestIdleCallback" in globalThis) {
    const asked = requestIdleCallback(act, { timeout: 1_000 });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(act, 50);
  return () => clearTimeout(timer);
};

/** As many of the newest pages as `most`, read one after the other. `whole`: nothing of the log is missing. */
export const useWholeLog = (run: string, newest: number, most = idleMost): Log & { readonly whole: boolean; readonly reading: boolean } => {
  const [depth, setDepth] = useState(0);
  const all = pagesOf(newest);
  const room = Math.min(all, most);
  const pages = useMemo(() => Array.from({ length: Math.min(depth, room) }, (_, index) => all - 1 - index), [all, depth, room]);
  const log = useLogPages(run, pages);
  const ready = log.pages.length >= pages.length;
  useEffect(() => (ready && depth < room ? whenIdle(() => setDepth(depth + 1)) : undefined), [ready, depth, room]);
  return useMemo(() => ({ ...log, whole: log.pages.length >= all, reading: log.pages.length < room }), [log, all, room]);
};
