// What a dialect keeps of a run for itself, read by its own schema.
import { fits } from "../kit/findings.ts";
import type { Of, Schema } from "../kit/schema.ts";
import type { Work } from "./work.ts";

/** Cached by the object, because each file and view reads it. */
export const ownOn = <S extends Schema>(shape: S) => {
  const read = new WeakMap<object, Of<S>>();
  /** @throws for a state of another protocol, which only a bug can cause */
  const ownOf = ({ more }: Pick<Work, "more">): Of<S> => {
    const known = read.get(more);
    if (known !== undefined) return known;
    if (!fits(shape, more)) throw new TypeError("this is no run of the protocol");
    read.set(more, more);
    return more;
  };
  const withOwn = (state: Work, change: Partial<Of<S>>): Work => ({
    ...state,
    more: { ...state.more, ...change },
  });
  return { ownOf, withOwn };
};
