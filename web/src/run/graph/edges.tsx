// Why: all edges are one line drawing, so that a thousand of them cost the page no more than ten.
import { memo } from "react";
import type { Layout } from "./layout.ts";

type Drawn = Layout["edges"][number];

const pathOf = ({ a: [ax, ay], b: [bx, by], down }: Drawn): string => {
  if (down) return `M${ax} ${ay}L${bx} ${by}`;
  const bend = Math.max(24, Math.min(Math.abs(bx - ax) / 2, 90));
  return `M${ax} ${ay}C${ax + bend} ${ay} ${bx - bend} ${by} ${bx} ${by}`;
};
const tipOf = ({ b: [x, y], down, ends }: Drawn): string => {
  if (!ends) return "";
  return down ? `M${x} ${y}l-4 -6h8z` : `M${x} ${y}l-6 -4v8z`;
};

/** From so many on they are drawn fainter. */
const manyLeast = 250;

/** `of`: the node whose edges stand out; null: none. */
export const EdgeLines = memo(({ layout, of }: { readonly layout: Layout; readonly of: string | null }) => {
  const near = of === null ? [] : nearTo(layout.edges, of);
  return (
    <svg
      className={layout.edges.length > manyLeast ? "edge-lines many" : "edge-lines"}
      width={layout.width}
      height={layout.height}
      aria-hidden="true"
    >
      <path d={layout.edges.map(pathOf).join("")} />
      <path className="tips" d={layout.edges.map(tipOf).join("")} />
      {near.length === 0 ? null : (
        <g className="near">
          <path d={near.map(pathOf).join("")} />
          <path className="tips" d={near.map(tipOf).join("")} />
        </g>
      )}
    </svg>
  );
});

/** Edges of a node, and on through the points between. */
const nearTo = (edges: readonly Drawn[], id: string): readonly Drawn[] => {
  const before = edges.filter(({ to }) => to === id);
  const after = edges.filter(({ from }) => from === id);
  const joins = { in: new Set(before.map(({ from }) => from)), out: new Set(after.filter(({ ends }) => !ends).map(({ to }) => to)) };
  return [...before, ...after, ...edges.filter(({ to, from, ends }) => (!ends && joins.in.has(to)) || joins.out.has(from))];
};
