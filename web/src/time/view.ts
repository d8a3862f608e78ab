// What is chosen on the tabs through time, as it stands in the address.
import { useCallback } from "react";
import { useSearchParams } from "wouter";
import { changed } from "../address.ts";

/**
 * Ledger: `event` that is open, `type`, `by`, `about`, `words` that are sought. Files: `file`, `artifact`, `from` (a version that is compared with).
 * Work: `attempt` (a fence), `lanes`, `as`.
 */
type Name =
  | "event"
  | "type"
  | "by"
  | "about"
  | "words"
  | "file"
  | "artifact"
  | "from"
  | "attempt"
  | "lanes"
  | "as"
  | "at"
  | "tab";
type Changes = { readonly [name in Name]?: string | number | null };

export type Choice = {
  readonly get: (name: Name) => string | null;
  /** A whole number of 0 or more, else null. */
  readonly number: (name: Name) => number | null;
  /** The address that these changes lead to. */
  readonly link: (by: Changes) => string;
  /** Goes there, without a step for the back button. */
  readonly set: (by: Changes) => void;
};

export const useChoice = (): Choice => {
  const [search, setSearch] = useSearchParams();
  const set = useCallback(
    (by: Changes) => setSearch((old) => changed(old, by), { replace: true }),
    [setSearch],
  );
  return {
    get: (name) => search.get(name),
    number: (name) => {
      const said = search.get(name);
      return said !== null && /^\d{1,15}$/u.test(said) ? Number(said) : null;
    },
    link: (by) => `?${changed(search, by).toString()}`,
    set,
  };
};
