// View of units and criteria that were proved before and fail on the final head.
import { firstLine, oneLine } from "../core/words/quote.ts";
import type { Criterion, View } from "../core/view.ts";
import type { Site } from "./site.ts";
import { finalOf } from "./trials.ts";

/** Short reasons, by unit. */
const redOf = (site: Site | null): ReadonlyMap<string, string> =>
  new Map(
    site === null
      ? []
      : finalOf(site).red.map(({ unit, said }) => [
          unit,
          `fails on the final head: ${oneLine(firstLine(said), 120)}`,
        ]),
  );

/** What was let be red and never was green stays in sight. */
const withExpected = (view: View, site: Site | null): View =>
  site === null || site.expected.length === 0
    ? view
    : {
        ...view,
        warnings: [...view.warnings, `red since the base: ${oneLine(site.expected.join(", "))}`],
      };

export const withFinalView = (before: View, site: Site | null): View => {
  const view = withExpected(before, site);
  const red = redOf(site);
  if (red.size === 0) return view;
  const lost = view.nodes.reduce((sum, { id, done }) => sum + (red.has(id) ? done : 0), 0);
  return {
    ...view,
    nodes: view.nodes.map((node) => {
      const why = red.get(node.id);
      return why === undefined ? node : { ...node, status: "failed", done: 0, why };
    }),
    evidence: { have: view.evidence.have - lost, of: view.evidence.of },
  };
};

export const withFinalProofs = (
  rows: readonly Criterion[],
  site: Site | null,
): readonly Criterion[] => {
  const red = redOf(site);
  return rows.map((row) => {
    const why = red.get(row.unit);
    return why === undefined || row.status !== "proved"
      ? row
      : { ...row, status: "failed", doubts: [...(row.doubts ?? []), why] };
  });
};
