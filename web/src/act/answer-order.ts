// Order of a decision's answers: the recommended one first, those that end or take back work last.
import type { RunAnswer } from "../../../src/http/answers.ts";

export type Option = RunAnswer["decisions"][number]["options"][number];

const rank = ({ recommended, ends }: Pick<Option, "recommended" | "ends">): number =>
  recommended === true ? 0 : ends === true ? 2 : 1;

export const offeredOrder = <O extends Pick<Option, "recommended" | "ends">>(
  options: readonly O[],
): readonly O[] => options.toSorted((one, other) => rank(one) - rank(other));
