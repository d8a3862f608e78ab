// Cache of answers by key and mark: shared work for several pages, bounded by count and weight.
import { keepLast } from "../../core/keep-last.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";

/** Approximate bytes of a number, a field name, an object in an engine. */
const each = 16;

/** The approximate memory of a plain value in bytes. Shared parts count each time. */
const weigh = (value: unknown): number => {
  const left: unknown[] = [value];
  let sum = 0;
  while (left.length > 0) {
    const one = left.pop();
    sum += each;
    if (typeof one === "string") sum += one.length;
    else if (typeof one === "object" && one !== null) {
      const parts: readonly unknown[] = Object.values(one);
      for (const part of parts) left.push(part);
    }
  }
  return sum;
};

type Kept<T> = { readonly mark: string; readonly value: Promise<T | Refusal>; weight: number };
/** Caches a key's answer while its mark stays the same. `mark` null: changes are unknown, so only simultaneous requests share it. */
export type Keeper<T> = (
  key: string,
  mark: string | null,
  work: () => Promise<T | Refusal>,
) => Promise<T | Refusal>;

/** Approximate bytes; an answer that exceeds this is kept alone. */
const usualWeight = 32 * 1024 * 1024;

/** Limits of the newest answers by number and total weight. Refusals and errors aren't cached. */
export const keeper = <T>(most: number, mostWeight: number = usualWeight): Keeper<T> => {
  const all = new Map<string, Kept<T>>();
  const drop = (key: string, mine: Kept<T>): void => {
    if (all.get(key) === mine) all.delete(key);
  };
  const weighed = (mine: Kept<T>, value: T): void => {
    mine.weight = weigh(value);
    let sum = 0;
    for (const { weight } of all.values()) sum += weight;
    for (const [key, one] of all) {
      if (sum <= mostWeight) return;
      if (one === mine) continue;
      all.delete(key);
      sum -= one.weight;
    }
  };
  return (key, mark, work) => {
    const known = all.get(key);
    if (known !== undefined && known.mark === (mark ?? "")) return known.value;
    const mine: Kept<T> = { mark: mark ?? "", value: work(), weight: 0 };
    keepLast(all, key, mine, most);
    mine.value.then(
      (value) => {
        if (mark === null || isRefusal(value)) drop(key, mine);
        else if (all.get(key) === mine && mostWeight !== Number.POSITIVE_INFINITY)
          weighed(mine, value);
      },
      () => drop(key, mine),
    );
    return mine.value;
  };
};
