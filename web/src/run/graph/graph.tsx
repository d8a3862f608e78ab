// Graph of a run: rows of cards and tiles that open where it matters; moved by hand, worked by keys.
import "@xyflow/react/dist/base.css";
import "./graph.css";
import {
  Controls,
  MiniMap,
  ReactFlow,
  type ReactFlowProps,
  ReactFlowProvider,
} from "@xyflow/react";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Room, useRoom } from "../../style/room.ts";
import type { NodesProps } from "../nodes-props.ts";
import { withPrevious } from "../with-previous.ts";
import { Card } from "./card.tsx";
import { type Layout, layoutOf } from "./layout.ts";
import { DependencyLine } from "./line.tsx";
import { heightFor, rowIn } from "./look.ts";
import { edgesOf, type GraphNode, type LineEdge, piecesOf, shadeOf } from "./pieces.ts";
import { Frame, Join, Tile } from "./section.tsx";
import { shapeOf } from "./shape.ts";
import { useMoves } from "./use-moves.ts";

const nodeTypes = { card: Card, tile: Tile, frame: Frame, join: Join };
const edgeTypes = { line: DependencyLine };
/** From this number of pieces on only visible ones are rendered. */
const largeLeast = 60;
const mapSize = { width: 132, height: 108 };
type Distance = "near" | "far" | "dots";
/** Zoomed out a card shows only its sign and id, farther out only its colour. */
const distanceOf = (zoom: number): Distance =>
  zoom >= 0.5 ? "near" : zoom >= 0.16 ? "far" : "dots";
const labels = {
  "controls.ariaLabel": "Zoom",
  "controls.zoomIn.ariaLabel": "Zoom in",
  "controls.zoomOut.ariaLabel": "Zoom out",
  "controls.fitView.ariaLabel": "Fit to view",
  "minimap.ariaLabel": "Minimap",
  "node.a11yDescription.default": "Press Enter to open it, arrow keys to move on",
} as const;

/** For viewing: selecting and panning, no editing. */
const flowProps = {
  nodeTypes,
  edgeTypes,
  minZoom: 0.03,
  maxZoom: 1.6,
  nodesDraggable: false,
  nodesConnectable: false,
  elementsSelectable: false,
  edgesFocusable: false,
  ariaLabelConfig: labels,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  zoomOnDoubleClick: false,
  zoomOnScroll: false,
  panOnScroll: false,
  preventScrolling: false,
  zoomActivationKeyCode: ["Control", "Meta"],
  proOptions: { hideAttribution: true },
} satisfies Partial<ReactFlowProps<GraphNode, LineEdge>>;

const Drawn = ({
  layout,
  room,
  ...props
}: NodesProps & { readonly layout: Layout; readonly room: Room }) => {
  const { sections, work, lines, node, found } = props;
  const [keep] = useState(() => withPrevious(piecesOf));
  const pieces = useMemo(
    () => keep({ sections, layout, work, lines, selected: node, found }),
    [keep, sections, layout, work, lines, node, found],
  );
  const nodes = useMemo<GraphNode[]>(() => [...pieces.values()], [pieces]);
  const edges = useMemo(() => edgesOf(layout, node), [layout, node]);
  const [from, setFrom] = useState<Distance>("near");
  const box = useRef<HTMLDivElement>(null);
  const { first, onMove, onClick, onKeyDown } = useMoves({ ...props, layout, room, box });
  return (
    <div
      className={`flow ${from}`}
      ref={box}
      role="application"
      aria-label="Graph. Arrow keys move between nodes, Enter opens one; the list shows the same"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is worked by keys
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <ReactFlow<GraphNode, LineEdge>
        nodes={nodes}
        edges={edges}
        {...flowProps}
        defaultViewport={first}
        onlyRenderVisibleElements={nodes.length >= largeLeast}
        onNodeClick={(_event, { id }) => onClick(id)}
        onMove={(event, { zoom }) => {
          onMove(event !== null);
          setFrom(distanceOf(zoom));
        }}
      >
        {heightFor(layout, room.width) > 2 * room.height ? (
          <MiniMap<GraphNode>
            pannable
            style={mapSize}
            nodeClassName={shadeOf}
            nodeBorderRadius={8}
          />
        ) : null}
        <Controls
          orientation="horizontal"
          showInteractive={false}
          fitViewOptions={{ padding: 0.04 }}
        />
      </ReactFlow>
    </div>
  );
};

const Laid = (
  props: NodesProps & { readonly room: Room; readonly onHeight: (height: number) => void },
) => {
  const { sections, openSections, room, onHeight } = props;
  const width = rowIn(room);
  const [keep] = useState(() => withPrevious(shapeOf));
  const shape = useMemo(
    () => keep({ sections, open: openSections.open, width }),
    [keep, sections, openSections.open, width],
  );
  const layout = useMemo(() => layoutOf(shape), [shape]);
  const height = heightFor(layout, room.width);
  useLayoutEffect(() => onHeight(height), [height, onHeight]);
  return (
    <ReactFlowProvider initialWidth={room.width} initialHeight={room.height}>
      <Drawn {...props} layout={layout} />
    </ReactFlowProvider>
  );
};

export const GraphView = (props: NodesProps) => {
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const [height, setHeight] = useState<number | null>(null);
  return (
    <div className="graph" ref={box} style={height === null ? undefined : { height }}>
      {room === null || room.height === 0 ? (
        <p className="dim small">Drawing …</p>
      ) : (
        <Laid {...props} room={room} onHeight={setHeight} />
      )}
    </div>
  );
};
