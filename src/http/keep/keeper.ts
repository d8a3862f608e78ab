// Why: what several pages ask at once, or again before anything changed, is worked out once.
import { keepLast } from "../../core/keep-last.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";

type Kept<T> = { readonly mark: string; readonly value: Promise<T | Refusal> };
/** The answer of a key, good while its mark stays. `mark` null: nobody can say whether anything changed, so only who asks at the same moment shares it. */
export type Keeper<T> = (key: string, mark: string | null, work: () => Promise<T | Refusal>) => Promise<T | Refusal>;

/** `most`: how many answers are kept, those made last. Refusals and what was thrown are not kept. */
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
      (value) => (mark === null || isRefusal(value)) && drop(key, mine),
      () => drop(key, mine),
    );
    return mine.value;
  };
};
