// Nodes and edges as React Flow takes them; those that an update doesn't change stay the very same values.
import { type Edge, MarkerType, type Node, type NodeHandle, Position } from "@xyflow/react";
import { type Shade, unitStates } from "../../../../src/core/state-words.ts";
import type { ShownNode, WorkCountsAnswer } from "../../../../src/http/answers.ts";
import { type AtWork, workOf } from "../node-words.ts";
import type { NodesProps } from "../nodes-props.ts";
import { sectionId } from "./blocks.ts";
import { card } from "./grid.ts";
import type { Layout, Line, Piece } from "./layout.ts";
import { type Summary, summaryOf } from "./summary.ts";

export type UnitLines = WorkCountsAnswer["units"][string];
/** `kind`: the protocol's word, if the graph has several kinds. `found`: a search match. */
export type CardData = {
  readonly node: ShownNode;
  readonly work: AtWork;
  readonly kind: string | null;
  readonly lines: UnitLines | null;
  readonly found: boolean;
};
export type CardNode = Node<CardData, "card">;
export type TileNode = Node<Summary, "tile">;
export type FrameNode = Node<Summary, "frame">;
export type JoinNode = Node<Record<string, never>, "join">;
export type GraphNode = CardNode | TileNode | FrameNode | JoinNode;
export type LineEdge = Edge<Pick<Line, "is" | "gutter">, "line">;

export type PiecesAsk = Pick<NodesProps, "sections" | "work" | "lines" | "found"> & {
  readonly layout: Layout;
  /** The open node. */
  readonly selected: string | null;
};
export type Pieces = ReadonlyMap<string, GraphNode>;

const handle = (
  type: NodeHandle["type"],
  position: Position,
  x: number,
  y: number,
): NodeHandle => ({ type, id: position, position, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
/** Where lines begin and end: at the middle of a card's height, whatever the piece's height. */
const handlesOf = ({ width, height, is }: Piece): NodeHandle[] => {
  const [x, y] = is === "join" ? [width / 2, height / 2] : [card.width / 2, card.height / 2];
  return [
    handle("source", Position.Right, width, y),
    handle("source", Position.Bottom, x, height),
    handle("target", Position.Left, 0, y),
    handle("target", Position.Top, x, 0),
  ];
};

const placed = (id: string, box: Piece) => ({
  id,
  position: { x: box.x, y: box.y },
  width: box.width,
  height: box.height,
  // With a known size lines can reach it while it isn't rendered.
  measured: { width: box.width, height: box.height },
  handles: handlesOf(box),
});
const button = { ariaRole: "button", focusable: true } as const;
const quiet = { tabIndex: -1, "aria-roledescription": undefined };

const isAt = ({ position, width, height }: GraphNode, box: Piece): boolean =>
  position.x === box.x && position.y === box.y && width === box.width && height === box.height;

const cardOf = (
  id: string,
  box: Piece,
  data: CardData,
  selected: boolean,
  old: GraphNode | undefined,
): GraphNode => {
  const same =
    old?.type === "card" &&
    isAt(old, box) &&
    old.selected === selected &&
    old.data.node === data.node &&
    old.data.work === data.work &&
    old.data.kind === data.kind &&
    old.data.lines?.added === data.lines?.added &&
    old.data.lines?.removed === data.lines?.removed &&
    old.data.found === data.found;
  if (same) return old;
  const domAttributes = { ...quiet, "aria-current": selected ? ("true" as const) : undefined };
  return { ...placed(id, box), ...button, type: "card", selected, domAttributes, data };
};

const joinOf = (id: string, box: Piece): GraphNode => {
  const domAttributes = { "aria-hidden": true, "aria-roledescription": undefined };
  return { ...placed(id, box), type: "join", focusable: false, domAttributes, data: {} };
};

const sectionOf = (
  id: string,
  box: Piece,
  data: Summary,
  old: GraphNode | undefined,
): GraphNode => {
  const open = box.is === "frame";
  if (
    old?.type === box.is &&
    old.type !== "card" &&
    isAt(old, box) &&
    old.data["mark"] === data.mark
  )
    return old;
  const domAttributes = { ...quiet, "aria-expanded": open };
  const base = { ...placed(id, box), ...button, domAttributes, data };
  // Only the head is clickable: dragging below its cards pans the graph.
  return open
    ? { ...base, type: "frame", zIndex: -1, style: { pointerEvents: "none" } }
    : { ...base, type: "tile" };
};

export const piecesOf = (
  { sections, layout, work, lines, selected, found }: PiecesAsk,
  before: Pieces | null = null,
): Pieces => {
  const nodes = new Map(
    sections.flatMap((section) => section.nodes.map((node) => [node.id, node] as const)),
  );
  const byId = new Map(sections.map((section) => [sectionId(section.key), section]));
  const kinds = new Set([...nodes.values()].map(({ kind }) => kind));
  const pieces = new Map<string, GraphNode>();
  for (const [id, box] of layout.boxes) {
    const [node, section, old] = [nodes.get(id), byId.get(id), before?.get(id)];
    if (box.is === "join")
      pieces.set(id, old?.type === "join" && isAt(old, box) ? old : joinOf(id, box));
    else if (box.is === "card" && node !== undefined) {
      const shown = {
        node,
        work: workOf(work, id),
        kind: kinds.size > 1 ? node.kind : null,
        lines: lines[id] ?? null,
      };
      const data = { ...shown, found: found?.has(id) === true };
      pieces.set(id, cardOf(id, box, data, id === selected, old));
    } else if (section !== undefined)
      pieces.set(id, sectionOf(id, box, summaryOf(section, { lines, found }), old));
  }
  return pieces;
};

const marker = { type: MarkerType.ArrowClosed, width: 16, height: 16 };

const edgeOf = ({ from, to, is, gutter, ends }: Line, near: boolean): LineEdge => ({
  id: `${from}\n${to}`,
  type: "line",
  source: from,
  target: to,
  sourceHandle: is === "down" ? Position.Bottom : Position.Right,
  targetHandle: is === "down" ? Position.Top : Position.Left,
  className: near ? "near" : "",
  zIndex: 0,
  ...(ends
    ? { markerEnd: { ...marker, color: near ? "var(--focus)" : "var(--line-strong)" } }
    : {}),
  data: { is, gutter },
});

/** `selected`: highlights its lines, including those through join points. */
export const edgesOf = (layout: Layout, selected: string | null): LineEdge[] => {
  const touching = layout.lines.filter(({ from, to }) => from === selected || to === selected);
  const joins = new Set(
    touching.flatMap(({ from, to }) =>
      [from, to].filter((id) => layout.boxes.get(id)?.is === "join"),
    ),
  );
  const near = new Set([
    ...touching,
    ...layout.lines.filter(({ from, to }) => joins.has(from) || joins.has(to)),
  ]);
  return layout.lines.map((line) => edgeOf(line, near.has(line)));
};

export const shadeOf = (node: GraphNode): Shade | "none" => {
  if (node.type === "card") return unitStates[node.data.node.state].shade;
  return node.type === "tile" ? unitStates[node.data.state].shade : "none";
};
