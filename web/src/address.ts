// Why: an address is a view: what somebody sees, chose and opened stands in it, so that a link, a reload and the back button show the same again.
import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";

/** What may stand behind the path of a run's page. `decide`, `option`: the decision that a link leads to, and the answer that it proposes. */
export type RunView = {
  readonly tab: string | null;
  /** A version; null: now. */
  readonly at: number | null;
  readonly node: string | null;
  readonly decide: string | null;
  readonly option: string | null;
};

const texts = ["tab", "node", "decide", "option"] as const;

export const readView = (search: URLSearchParams): RunView => {
  const at = Number(search.get("at") ?? Number.NaN);
  const [tab, node, decide, option] = texts.map((name) => search.get(name) ?? null);
  return {
    tab: tab ?? null,
    at: Number.isSafeInteger(at) && at > 0 ? at : null,
    node: node ?? null,
    decide: decide ?? null,
    option: option ?? null,
  };
};

/** What isn't named stays; null takes it out. */
export const changed = (
  search: URLSearchParams,
  by: Readonly<Record<string, string | number | null>>,
): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(by)) {
    if (value === null || value === "") next.delete(name);
    else next.set(name, String(value));
  }
  return next;
};

/** `/run/ID?tab=work&at=12`. */
export const runAddress = (run: string, view: Partial<RunView> = {}): string => {
  const search = changed(new URLSearchParams(), view).toString();
  return `/run/${encodeURIComponent(run)}${search === "" ? "" : `?${search}`}`;
};

/** `instead`: no step for the back button. */
type Go = (by: Partial<RunView>, how?: { readonly instead?: boolean }) => void;

/** The view that the address says, and how to go to another one of the same run. */
export const useView = (): readonly [view: RunView, go: Go] => {
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => readView(search), [search]);
  const go = useCallback<Go>(
    (by, how = {}) => setSearch((old) => changed(old, by), { replace: how.instead === true }),
    [setSearch],
  );
  return [view, go];
};
