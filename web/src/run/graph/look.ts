// Initial view of a graph: whole if legible, else the most important part at legible size.
import type { Room } from "../../style/room.ts";
import { card } from "./grid.ts";
import type { Box, Layout } from "./layout.ts";

export type Look = { readonly x: number; readonly y: number; readonly zoom: number };

/** Below this zoom a card's small text of 12 px becomes smaller than 11 px. */
export const readable = 0.92;
const margin = 12;
const step = 10;

type Size = Pick<Layout, "width" | "height">;

/** The width of a row that fits without panning; in steps, so that small size changes don't relayout. */
export const rowIn = ({ width }: Pick<Room, "width">): number =>
  Math.max(step, Math.floor((width - 2 * margin) / readable / step) * step);

/** The largest zoom at which its whole width fits, if legible. */
const rowZoom = ({ width }: Size, room: number): number =>
  Math.min(1, Math.max(readable, (room - 2 * margin) / Math.max(1, width)));

/** The wanted height for this width, in px: as drawn, within limits. */
export const heightFor = (layout: Size, room: number): number =>
  Math.max(220, Math.ceil(layout.height * rowZoom(layout, room)) + 2 * margin + 32);

/** The part to click and read first: a large frame's head. */
const headOf = (box: Box): Box => ({
  ...box,
  width: Math.min(box.width, card.width),
  height: Math.min(box.height, card.height),
});

/** Centres a box, unless that would show empty space beside the graph. */
export const lookAt = (layout: Size, box: Box, room: Room, zoom: number): Look => {
  const { x, y, width, height } = headOf(box);
  const within = (at: number, size: number, space: number, whole: number): number =>
    size * zoom + 2 * margin <= space
      ? whole
      : Math.min(margin, Math.max(space - size * zoom - margin, at));
  const middle = (room.width - layout.width * zoom) / 2;
  return {
    zoom,
    x: within(room.width / 2 - (x + width / 2) * zoom, layout.width, room.width, middle),
    y: within(room.height / 2 - (y + height / 2) * zoom, layout.height, room.height, margin),
  };
};

/** `box`: the most important one; undefined: the beginning. */
export const firstLook = (layout: Size, box: Box | undefined, room: Room): Look =>
  lookAt(layout, box ?? { x: 0, y: 0, width: 0, height: 0 }, room, rowZoom(layout, room.width));

/** Whether it, or a large frame's head, is visible. */
export const isSeen = (box: Box, { x, y, zoom }: Look, room: Room): boolean => {
  const head = headOf(box);
  return (
    head.x * zoom + x >= 0 &&
    head.y * zoom + y >= 0 &&
    (head.x + head.width) * zoom + x <= room.width &&
    (head.y + head.height) * zoom + y <= room.height
  );
};
