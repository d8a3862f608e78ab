// What is in sight of a graph: the most important node until a person scrolls, then what is opened or gone to by keys.
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { NodesProps } from "../open-sections.ts";
import { foremost } from "../sections.ts";
import { sectionId } from "./blocks.ts";
import { card } from "./grid.ts";
import type { Layout } from "./layout.ts";

type Direction = "left" | "right" | "up" | "down";

/** Sideways distance counts more than distance ahead. */
const asideWeight = 2.5;

/** The nearest card, tile or frame in that direction; undefined: none. */
const nextTo = (boxes: Layout["boxes"], from: string, direction: Direction): string | undefined => {
  const here = boxes.get(from);
  if (here === undefined) return undefined;
  const across = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  let best: { readonly id: string; readonly far: number } | undefined;
  for (const [id, box] of boxes) {
    if (box.is === "join") continue;
    const [x, y] = [box.x - here.x, box.y - here.y];
    const ahead = sign * (across ? x : y);
    if (ahead <= 0) continue;
    const far = ahead + asideWeight * Math.abs(across ? y : x);
    if (best === undefined || far < best.far) best = { id, far };
  }
  return best?.id;
};

const arrows: ReadonlyMap<string, Direction> = new Map([
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
]);

type Ask = Pick<NodesProps, "sections" | "node"> & { readonly layout: Layout };

/** The card of a node, or the tile that contains it. */
const pieceOf = ({ sections, layout }: Ask, node: string | undefined): string | null => {
  if (node === undefined || layout.boxes.has(node)) return node ?? null;
  const section = sections.find(({ nodes }) => nodes.some(({ id }) => id === node));
  return section === undefined ? null : sectionId(section.key);
};

/** The open node, else the most important one. */
const startOf = (ask: Ask): string | null =>
  pieceOf(ask, ask.node ?? foremost(ask.sections.flatMap(({ nodes }) => nodes))?.id);

/** Handlers for the box that scrolls. */
export const useSight = (ask: Ask, box: RefObject<HTMLDivElement | null>) => {
  const { layout, node } = ask;
  const moved = useRef(false);
  const newest = useRef(ask);
  useEffect(() => {
    newest.current = ask;
  });
  /** Centres a piece, or a large frame's head, unless it is in sight. */
  const see = (id: string | null): void => {
    const [seen, piece] = [box.current, newest.current.layout.boxes.get(id ?? "")];
    if (seen === null || piece === undefined) return;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = seen;
    const [bottom, right] = [piece.y + card.height, piece.x + card.width];
    if (piece.y < scrollTop || bottom > scrollTop + clientHeight)
      seen.scrollTop = piece.y - (clientHeight - card.height) / 2;
    if (piece.x < scrollLeft || right > scrollLeft + clientWidth) seen.scrollLeft = piece.x;
  };
  // A new plan or size is shown as if just opened.
  useEffect(() => {
    if (!moved.current) see(startOf(newest.current));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is open or selected moves nothing by itself
  }, [layout]);
  useEffect(() => {
    if (node !== null) see(pieceOf(newest.current, node));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is looked at as it opens
  }, [node, layout]);
  const hold = (): void => void (moved.current = true);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = arrows.get(event.key);
    if (direction === undefined) return;
    event.preventDefault();
    hold();
    const at = event.target instanceof HTMLElement ? event.target.closest("[data-id]") : null;
    const here = at?.getAttribute("data-id") ?? null;
    const next = here === null ? startOf(ask) : nextTo(layout.boxes, here, direction);
    if (next === null || next === undefined) return;
    see(next);
    box.current
      ?.querySelector<HTMLElement>(`[data-id="${CSS.escape(next)}"]`)
      ?.focus({ preventScroll: true });
  };
  return { onKeyDown, onWheel: hold, onPointerDown: hold };
};
