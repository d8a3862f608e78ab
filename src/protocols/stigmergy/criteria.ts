// Acceptance criteria of a story file: their count and length are limited.
import { type Refusal, refuse } from "../../core/refusal.ts";
import type { Path } from "../../core/row.ts";
import { criteriaLimit, textLimit } from "./limits.ts";
import { criteriaIn, plainLines } from "./markdown/lines.ts";

/** Reads a story file. Refusals: CRITERIA_MISSING, FIELD_OVERSIZED. */
export const criteriaOf = (path: Path, text: string): readonly string[] | Refusal => {
  const criteria = criteriaIn(plainLines(text));
  if (criteria.length === 0 || criteria.length > criteriaLimit)
    return refuse(
      "CRITERIA_MISSING",
      `${path} has ${criteria.length === 0 ? "no acceptance criterion" : `${criteria.length} criteria`}`,
      { path, fits: `1 to ${criteriaLimit} list items under "## Acceptance Criteria"` },
    );
  const long = criteria.findIndex((one) => one.length > textLimit);
  return long < 0
    ? criteria
    : refuse(
        "FIELD_OVERSIZED",
        `criterion ${long + 1} of ${path} has ${criteria[long]?.length ?? 0} characters`,
        {
          path,
          fits: `at most ${textLimit}: what can be seen to hold, and the rest in the dev notes`,
        },
      );
};

/** Without an author to correct them, criteria that don't fit are dropped. */
export const fitting = (criteria: readonly string[]): readonly string[] =>
  criteria.length <= criteriaLimit && criteria.every((one) => one.length <= textLimit)
    ? criteria
    : [];
