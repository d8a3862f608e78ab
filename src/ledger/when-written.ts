// Lazy ledger: reads as empty while no file exists, created by the first write.
import { existsSync, lstatSync } from "node:fs";
import type { Ledger } from "./ledger.ts";
import { errorText } from "../core/error-text.ts";
import { Fault } from "../core/refusal.ts";

const isEntry = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const why = errorText(error);
    throw new Fault(
      "LEDGER_UNREADABLE",
      `Whether there is a ledger ${path} can't be seen: ${why}.`,
      "Give yourself the right to enter and read that folder, or name another place by --ledger.",
      error,
    );
  }
};

/** Whether anything exists at a ledger's path. Broken links and orphaned logs count, so that opening reports them. Fault: LEDGER_UNREADABLE. */
const isThere = (path: string): boolean => isEntry(path) || isEntry(`${path}-wal`);

/** Polling interval in ms to see whether another process has created the ledger. */
const pollMs = 200;

/** The ledger at `path`, opened by `open`: at once if it exists, otherwise on the first write. `now`: the clock of a missing ledger, in ms. */
export const openWhenWritten = async (
  path: string,
  open: () => Promise<Ledger>,
  now: () => number = Date.now,
): Promise<Ledger> => {
  if (isThere(path)) return open();
  let opening: Promise<Ledger> | null = null;
  let opened: Ledger | null = null;
  const written = (): Promise<Ledger> =>
    (opening ??= open().then(
      (ledger) => (opened = ledger),
      (error: unknown) => {
        opening = null;
        throw error;
      },
    ));
  const there = async (): Promise<Ledger | null> =>
    opening === null && !isThere(path) ? null : written();
  return {
    id: async () => (await there())?.id() ?? null,
    append: async (...args) => (await written()).append(...args),
    lease: async (ask) => (await written()).lease(ask),
    keep: async (...args) => (await written()).keep(...args),
    read: async (what) => (await there())?.read(what) ?? [],
    newest: async () => (await there())?.newest() ?? 0,
    runs: async (filter) => (await there())?.runs(filter) ?? [],
    leases: async (run) => (await there())?.leases(run) ?? [],
    snapshot: async (run, key) => (await there())?.snapshot(run, key) ?? null,
    guard: async () => (await there())?.guard?.(),
    forget: async () => (await there())?.forget?.(),
    now: async () => (await there())?.now() ?? new Date(now()).toISOString(),
    watch(hint) {
      if (opened !== null) return opened.watch(hint);
      const timer = setInterval(() => {
        if (existsSync(path)) hint();
      }, pollMs);
      timer.unref();
      return () => clearInterval(timer);
    },
    close: async () => (await opening)?.close(),
  };
};
