// Graph navigation: follows the most important node until a person moves the graph, with keys from node to node.
import { useReactFlow, type Viewport } from "@xyflow/react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useAddress } from "../../address.ts";
import type { Room } from "../../style/room.ts";
import type { NodesProps } from "../nodes-props.ts";
import { foremost } from "../sections.ts";
import { sectionId, sectionIn } from "./blocks.ts";
import type { Layout, Piece } from "./layout.ts";
import { firstLook, isSeen, lookAt, readable } from "./look.ts";
import { type Direction, nextTo } from "./walk.ts";

const arrows: ReadonlyMap<string, Direction> = new Map([
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
]);

type Ask = Pick<NodesProps, "sections" | "openSections" | "node"> & {
  readonly layout: Layout;
  readonly room: Room;
  readonly box: RefObject<HTMLDivElement | null>;
};

/** The card of a node, or the tile that contains it. */
const pieceOf = (
  { sections, layout: { boxes } }: Pick<Ask, "sections" | "layout">,
  node: string,
): readonly [id: string, box: Piece] | null => {
  const own = boxes.get(node);
  if (own !== undefined) return [node, own];
  const section = sections.find(({ nodes }) => nodes.some(({ id }) => id === node));
  const id = section === undefined ? "" : sectionId(section.key);
  const box = boxes.get(id);
  return box === undefined ? null : [id, box];
};

/** The initial view: the open node, else the most important one. */
const start = (
  ask: Pick<Ask, "sections" | "layout" | "node">,
): readonly [id: string, box: Piece] | null => {
  const node = ask.node ?? foremost(ask.sections.flatMap(({ nodes }) => nodes))?.id;
  return node === undefined ? null : pieceOf(ask, node);
};

/**
 * The visible part: begins at the most important node, and follows it until a person moves the graph.
 * @returns `see`: scrolls a piece into view; `hold`: a person moved the graph, or toggled a section
 */
const useSight = (ask: Ask) => {
  const { node, layout, room } = ask;
  const flow = useReactFlow();
  const moved = useRef(false);
  const toggled = useRef<string | null>(null);
  const newest = useRef(ask);
  useEffect(() => {
    newest.current = ask;
  });
  const [first] = useState<Viewport>(() => firstLook(layout, start(ask)?.[1], room));
  const see = (piece: Piece): void => {
    const at = flow.getViewport();
    if (!isSeen(piece, at, room))
      void flow.setViewport(lookAt(layout, piece, room, Math.max(at.zoom, readable)));
  };
  // Until a person moves it, a new plan or size is shown as if just opened.
  useEffect(() => {
    const { current } = newest;
    const opened = toggled.current === null ? undefined : layout.boxes.get(toggled.current);
    toggled.current = null;
    if (!moved.current)
      void flow.setViewport(firstLook(layout, start({ ...current, layout })?.[1], room));
    else if (opened !== undefined) see(opened);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is open or selected moves nothing by itself
  }, [layout, flow, room]);
  useEffect(() => {
    const piece = node === null ? null : pieceOf({ ...newest.current, layout }, node);
    if (piece !== null) see(piece[1]);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is looked at as it opens
  }, [node, layout]);
  const hold = (section: string | null = null): void => {
    moved.current = true;
    toggled.current = section;
  };
  return { first, see, hold };
};

export const useMoves = (ask: Ask) => {
  const { openSections, node, layout, box } = ask;
  const { go } = useAddress();
  const { first, see, hold } = useSight(ask);
  const onClick = (id: string): void => {
    const section = sectionIn(id);
    if (section === null) return go({ node: id === node ? null : id });
    hold(id);
    openSections.toggle(section);
  };
  /** An invisible card isn't rendered: scrolls to it before focusing. */
  const focus = (id: string, piece: Piece): void => {
    hold();
    see(piece);
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        box.current
          ?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)
          ?.focus({ preventScroll: true }),
      ),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>(".react-flow__node")?.dataset["id"]
        : undefined;
    const direction = arrows.get(event.key);
    if (direction !== undefined) {
      event.preventDefault();
      const next = at === undefined ? start(ask)?.[0] : nextTo(layout.boxes, at, direction);
      const piece = next === undefined ? undefined : layout.boxes.get(next);
      if (next !== undefined && piece !== undefined) focus(next, piece);
    } else if ((event.key === "Enter" || event.key === " ") && at !== undefined) {
      event.preventDefault();
      onClick(at);
    }
  };
  return { first, onClick, onKeyDown, onMove: (byHand: boolean) => (byHand ? hold() : undefined) };
};
