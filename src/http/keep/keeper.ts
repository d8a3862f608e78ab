// Cache of answers by key and mark: shared work for several pages, bounded by count.
import { keepLast } from "../../core/keep-last.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";

type Kept<T> = { readonly mark: string; readonly value: Promise<T | Refusal> };
/** Caches a key's answer while its mark stays the same. `mark` null: changes are unknown, so only simultaneous requests share it. */
export type Keeper<T> = (
  key: string,
  mark: string | null,
  work: () => Promise<T | Refusal>,
) => Promise<T | Refusal>;

/** The newest answers, at most so many. Refusals and errors aren't cached. */
export const keeper = <T>(most: number): Keeper<T> => {
  const all = new Map<string, Kept<T>>();
  const drop = (key: string, mine: Kept<T>): void => {
    if (all.get(key) === mine) all.delete(key);
  };
  return (key, mark, work) => {
    const known = all.get(key);
    if (known !== undefined && known.mark === (mark ?? "")) return known.value;
    const mine: Kept<T> = { mark: mark ?? "", value: work() };
    keepLast(all, key, mine, most);
    mine.value.then(
      (value) => {
        if (mark === null || isRefusal(value)) drop(key, mine);
      },
      () => drop(key, mine),
    );
    return mine.value;
  };
};
