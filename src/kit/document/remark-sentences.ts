// Summary of remarks: one sentence per kind with its first place and their number.
import type { Remark } from "./remarks.ts";

/** One sentence for each kind of remark, with its first positions. */
export const sentences = (list: readonly Remark[]): readonly string[] => {
  const groups = Map.groupBy(list, ({ code, message }) => `${code}: ${message}`);
  return [...groups].map(([sentence, all]) => {
    const first = all[0];
    const where =
      first === undefined
        ? ""
        : `${first.spot.doc.path}${first.spot.pointer === "" ? "" : ` ${first.spot.pointer}`}`;
    return `${sentence} (${where}${all.length > 1 ? ` and ${all.length - 1} more` : ""})`;
  });
};
