// Lines of dependencies: a curve to the right, straight down, or around along the space between two rows.
import { memo } from "react";
import { card } from "./grid.ts";
import type { Layout, Line, Piece } from "./layout.ts";

/** How far a line goes straight before it turns, in px. */
const OFFSET = 9;

/** Where lines begin and end: at the middle of a card's height, whatever the piece's height. */
const middleOf = ({ x, y, width, height, is }: Piece): readonly [x: number, y: number] =>
  is === "join" ? [x + width / 2, y + height / 2] : [x + card.width / 2, y + card.height / 2];

const pathOf = ({ is, gutter }: Line, from: Piece, to: Piece): string => {
  const [[downX, y1], [, y2]] = [middleOf(from), middleOf(to)];
  const [x1, x2] = [from.x + from.width, to.x];
  if (is === "down") return `M${downX},${from.y + from.height}V${to.y}`;
  if (is === "back") return `M${x1},${y1}h${OFFSET}V${gutter}H${x2 - OFFSET}V${y2}H${x2}`;
  const bend = Math.max(OFFSET, (x2 - x1) / 2);
  return `M${x1},${y1}C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`;
};

/** Those of the open node, also through points at which lines join. */
const nearTo = ({ lines, boxes }: Layout, selected: string | null): ReadonlySet<Line> => {
  const touching = lines.filter(({ from, to }) => from === selected || to === selected);
  const joins = new Set(
    touching.flatMap(({ from, to }) => [from, to].filter((id) => boxes.get(id)?.is === "join")),
  );
  return new Set([
    ...touching,
    ...lines.filter(({ from, to }) => joins.has(from) || joins.has(to)),
  ]);
};

const Arrow = ({ id }: { readonly id: string }) => (
  <marker
    id={id}
    viewBox="0 0 8 8"
    refX="8"
    refY="4"
    markerWidth="8"
    markerHeight="8"
    markerUnits="userSpaceOnUse"
    orient="auto"
  >
    <path d="M0,0L8,4L0,8Z" />
  </marker>
);

export const Lines = memo(
  ({ layout, selected }: { readonly layout: Layout; readonly selected: string | null }) => {
    const near = nearTo(layout, selected);
    return (
      <svg width={layout.width} height={layout.height} aria-hidden="true">
        <Arrow id="arrow" />
        <Arrow id="arrow-near" />
        {layout.lines.map((line) => {
          const [from, to] = [layout.boxes.get(line.from), layout.boxes.get(line.to)];
          const name = near.has(line) ? "near" : undefined;
          return from === undefined || to === undefined ? null : (
            <path
              key={`${line.from}\n${line.to}`}
              className={name}
              d={pathOf(line, from, to)}
              markerEnd={line.ends ? `url(#arrow${name === undefined ? "" : "-near"})` : undefined}
            />
          );
        })}
      </svg>
    );
  },
);
