// Why: what depends on what is seen at one look; it is moved by hand or by keys, and live updates change cards, never places.
import "@xyflow/react/dist/base.css";
import "./graph.css";
import { MiniMap, ReactFlow, ReactFlowProvider, useReactFlow, ViewportPortal } from "@xyflow/react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { unitStates } from "../../../../src/core/state-words.ts";
import type { Shown } from "../../../../src/http/answers.ts";
import { useView } from "../../address.ts";
import type { AtWork } from "../node-words.ts";
import { Card, type CardNode } from "./card.tsx";
import { keepingOn } from "../keeping-on.ts";
import { type Cards, type CardsAsk, cardsOf } from "./cards.ts";
import { EdgeLines } from "./edges.tsx";
import { GroupFrames } from "./groups.tsx";
import type { Layout } from "./layout.ts";
import { firstLook, heightFor, isSeen, lookAt, middleOf, wholeLook } from "./look.ts";
import { type Room, useRoom } from "../../style/room.ts";
import { nextTo, type Way } from "./walk.ts";
import { useLayout } from "./use-layout.ts";

const nodeTypes = { card: Card };
/** From here on only what is in sight is drawn, and a small map shows where one is. */
const largeLeast = 60;
type Distance = "near" | "far" | "dots";
/** From afar a card shows its mark and its id alone, from farther its colour. */
const distanceOf = (zoom: number): Distance => (zoom >= 0.5 ? "near" : zoom >= 0.16 ? "far" : "dots");
const arrows: ReadonlyMap<string, Way> = new Map([
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
]);

type GraphProps = {
  readonly shown: Shown;
  readonly work: ReadonlyMap<string, AtWork>;
  readonly node: string | null;
};

const Tools = ({ whole }: { readonly whole: () => void }) => {
  const { zoomIn, zoomOut } = useReactFlow();
  return (
    <div className="graph-tools">
      <button type="button" aria-label="smaller" title="smaller" onClick={() => void zoomOut()}>
        −
      </button>
      <button type="button" aria-label="larger" title="larger" onClick={() => void zoomIn()}>
        +
      </button>
      <button type="button" onClick={whole}>
        whole
      </button>
    </div>
  );
};

const Drawn = ({ shown, work, node, layout, room }: GraphProps & { readonly layout: Layout; readonly room: Room }) => {
  const [, go] = useView();
  const flow = useReactFlow();
  const [keepCards] = useState(() => keepingOn<CardsAsk, Cards>(cardsOf));
  const cards = useMemo(
    () => keepCards({ nodes: shown.nodes, layout, work, selected: node }),
    [keepCards, shown.nodes, layout, work, node],
  );
  const nodes = useMemo<CardNode[]>(() => [...cards.values()], [cards]);
  const [from, setFrom] = useState<Distance>("near");
  const moved = useRef(false);
  const [first] = useState(() => firstLook(layout, shown.nodes, node, room));
  const newest = useRef({ nodes: shown.nodes, node });
  useEffect(() => {
    newest.current = { nodes: shown.nodes, node };
  });
  // A new plan, another size: as long as nobody moved it, it is shown as if it were opened just now.
  useEffect(() => {
    if (!moved.current) void flow.setViewport(firstLook(layout, newest.current.nodes, newest.current.node, room));
  }, [layout, flow, room]);
  useEffect(() => {
    const box = node === null ? undefined : layout.boxes[node];
    const at = flow.getViewport();
    if (box !== undefined && !isSeen(box, at, room)) void flow.setViewport(lookAt(box, room, Math.max(at.zoom, 0.75)));
  }, [node, layout, flow, room]);
  const walk = (event: KeyboardEvent): void => {
    const way = arrows.get(event.key);
    if (way === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = node === null ? middleOf(shown.nodes)?.id : nextTo(layout.boxes, node, way);
    if (next !== undefined) go({ node: next }, { instead: true });
  };
  const large = nodes.length >= largeLeast;
  return (
    <div
      className={`flow ${from}`}
      role="application"
      aria-label="graph: the arrow keys go from node to node; the list tells the same"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is worked by keys
      tabIndex={0}
      onKeyDown={walk}
    >
      <ReactFlow<CardNode>
        nodes={nodes}
        edges={[]}
        nodeTypes={nodeTypes}
        defaultViewport={first}
        minZoom={0.03}
        maxZoom={1.6}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        zoomOnDoubleClick={false}
        zoomOnScroll={false}
        panOnScroll={false}
        preventScrolling={false}
        zoomActivationKeyCode={["Control", "Meta"]}
        onlyRenderVisibleElements={large}
        proOptions={{ hideAttribution: true }}
        onNodeClick={(_event, { id }) => go({ node: id === node ? null : id })}
        onMove={(event, { zoom }) => {
          if (event !== null) moved.current = true;
          setFrom(distanceOf(zoom));
        }}
        onInit={(instance) => setFrom(distanceOf(instance.getZoom()))}
      >
        <ViewportPortal>
          <GroupFrames layout={layout} nodes={shown.nodes} />
          <EdgeLines layout={layout} of={node} />
        </ViewportPortal>
        {large ? (
          <MiniMap<CardNode>
            pannable
            ariaLabel="small map"
            nodeClassName={({ data }) => unitStates[data.node.state].shade}
            nodeBorderRadius={8}
          />
        ) : null}
        <Tools whole={() => void flow.setViewport(wholeLook(layout, room))} />
      </ReactFlow>
    </div>
  );
};

export const GraphView = (props: GraphProps) => {
  const layout = useLayout(props.shown.nodes);
  const box = useRef<HTMLDivElement>(null);
  const there = useRoom(box);
  const room = there === null || there.height === 0 ? null : there;
  return (
    <div className="graph" ref={box} style={layout === null || room === null ? undefined : { height: heightFor(layout, room.width) }}>
      {layout === null || room === null ? (
        <p className="dim small">drawing {props.shown.nodes.length} nodes …</p>
      ) : (
        <ReactFlowProvider initialWidth={room.width} initialHeight={room.height}>
          <Drawn {...props} layout={layout} room={room} />
        </ReactFlowProvider>
      )}
    </div>
  );
};
