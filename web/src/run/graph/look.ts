// Why: a graph opens where it says something: whole where its words can be read so, else at what goes on.
import type { ShownNode } from "../../../../src/http/answers.ts";
import type { Room } from "../../style/room.ts";
import type { Box, Layout } from "./layout.ts";

export type Look = { readonly x: number; readonly y: number; readonly zoom: number };

/** Below this a card's words can't be read. */
const readable = 0.62;
const margin = 16;

/** All of it in this room. */
export const wholeLook = ({ width, height }: Layout, room: Room): Look => {
  const zoom = Math.min(
    1,
    Math.max(0.02, Math.min((room.width - 2 * margin) / Math.max(1, width), (room.height - 2 * margin) / Math.max(1, height))),
  );
  return { zoom, x: (room.width - width * zoom) / 2, y: (room.height - height * zoom) / 2 };
};

/** How high a place it wants in this width, in px: as high as it is drawn, within bounds. */
export const heightFor = ({ width, height }: Layout, room: number): number => {
  const zoom = Math.max(readable, Math.min(1, (room - 2 * margin) / Math.max(1, width)));
  return Math.max(220, Math.ceil(height * zoom) + 2 * margin + 32);
};

/** A box in the middle. */
export const lookAt = (box: Box, room: Room, zoom: number): Look => ({
  zoom,
  x: room.width / 2 - (box.x + box.width / 2) * zoom,
  y: room.height / 2 - (box.y + box.height / 2) * zoom,
});

const order: readonly ShownNode["status"][] = ["running", "waiting", "failed", "ready", "open"];
/** Where something goes on, or goes on next. */
export const middleOf = (nodes: readonly ShownNode[]): ShownNode | undefined => {
  for (const status of order) {
    const found = nodes.find((node) => node.status === status);
    if (found !== undefined) return found;
  }
  return nodes[0];
};

export const firstLook = (layout: Layout, nodes: readonly ShownNode[], open: string | null, room: Room): Look => {
  const whole = wholeLook(layout, room);
  const box = layout.boxes[open ?? middleOf(nodes)?.id ?? ""];
  if (whole.zoom >= readable || box === undefined) return whole;
  const { zoom, x, y } = lookAt(box, room, readable + 0.13);
  // Nothing but emptiness beside it helps nobody.
  const within = (at: number, size: number, space: number): number =>
    size * zoom + 2 * margin <= space ? (space - size * zoom) / 2 : Math.min(margin, Math.max(space - size * zoom - margin, at));
  return { zoom, x: within(x, layout.width, room.width), y: within(y, layout.height, room.height) };
};

/** Is it in sight? */
export const isSeen = (box: Box, { x, y, zoom }: Look, room: Room): boolean =>
  box.x * zoom + x >= 0 &&
  box.y * zoom + y >= 0 &&
  (box.x + box.width) * zoom + x <= room.width &&
  (box.y + box.height) * zoom + y <= room.height;
