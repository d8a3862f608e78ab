// Page state in addresses: view, selection and open parts, so that links, reloads and the back button restore it.
import { useCallback } from "react";
import { useSearchParams } from "wouter";

/**
 * Address parts and their new values; null removes a part.
 * - a run's page: `tab`, `at` (a version), `node`, `decide` and `option` (a decision, and the answer that a link proposes)
 * - its changes: `job`; its files: `file`, `artifact`
 * - its work: `attempt` (a fence); its ledger: `event`, `about`, `words`
 */
type Changes = Readonly<Record<string, string | number | null | undefined>>;

/** Other parts stay. */
export const withChanges = (search: URLSearchParams, by: Changes): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(by)) {
    if (value === null || value === undefined || value === "") next.delete(name);
    else next.set(name, String(value));
  }
  return next;
};

/** A non-negative integer; null: none. */
export const numberIn = (search: URLSearchParams, name: string): number | null => {
  const text = search.get(name) ?? "";
  return /^\d{1,15}$/u.test(text) ? Number(text) : null;
};

/** `/run/ID?tab=work&at=12`. */
export const runAddress = (run: string, by: Changes = {}): string => {
  const search = withChanges(new URLSearchParams(), by).toString();
  return `/run/${encodeURIComponent(run)}${search === "" ? "" : `?${search}`}`;
};

type Address = {
  readonly get: (name: string) => string | null;
  readonly number: (name: string) => number | null;
  /** The viewed version; null: now. */
  readonly at: number | null;
  /** The address with these changes. */
  readonly link: (by: Changes) => string;
  readonly go: (by: Changes) => void;
  /** Replaces the address without a history entry. */
  readonly set: (by: Changes) => void;
};

export const useAddress = (): Address => {
  const [search, setSearch] = useSearchParams();
  const at = numberIn(search, "at");
  return {
    get: (name) => search.get(name),
    number: (name) => numberIn(search, name),
    at: at === 0 ? null : at,
    link: useCallback((by) => `?${withChanges(search, by).toString()}`, [search]),
    go: useCallback((by) => setSearch((old) => withChanges(old, by)), [setSearch]),
    set: useCallback(
      (by) => setSearch((old) => withChanges(old, by), { replace: true }),
      [setSearch],
    ),
  };
};

/** Returns links that open a node on a tab with nodes; null: one without. */
export const useNodeLink = (): ((node: string | null) => string) => {
  const { link } = useAddress();
  return useCallback((node) => link({ tab: null, node, job: null }), [link]);
};
