// Graph of a run: rows of cards and tiles that open where it matters, in a box that scrolls; worked by keys, too.
import "./graph.css";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useAddress } from "../../address.ts";
import { workOf } from "../node-words.ts";
import type { NodesProps } from "../open-sections.ts";
import { withPrevious } from "../with-previous.ts";
import { sectionId, sectionIn } from "./blocks.ts";
import { Card } from "./card.tsx";
import { type Layout, layoutOf } from "./layout.ts";
import { Lines } from "./lines.tsx";
import { Frame, Tile } from "./section.tsx";
import { shapeOf } from "./shape.ts";
import { summaryOf } from "./summary.ts";
import { useSight } from "./use-sight.ts";

/** Around the graph, and the steps of its width, so that small changes of size move nothing; in px. */
const margin = 12;
const step = 10;

/** The pieces in their places, frames before their cards. */
const Pieces = ({
  layout,
  onPick,
  ...props
}: NodesProps & { readonly layout: Layout; readonly onPick: (id: string) => void }) => {
  const { sections, work, lines, node: selected } = props;
  const nodes = new Map(sections.flatMap((one) => one.nodes.map((node) => [node.id, node])));
  const byId = new Map(sections.map((section) => [sectionId(section.key), section]));
  const several = new Set([...nodes.values()].map(({ kind }) => kind)).size > 1;
  return [...layout.boxes].map(([id, box]) => {
    const [node, section] = [nodes.get(id), byId.get(id)];
    if (box.is === "card" && node !== undefined)
      return (
        <Card
          key={id}
          box={box}
          node={node}
          work={workOf(work, id)}
          lines={lines[id] ?? null}
          kind={several && node.kind !== id ? node.kind : null}
          selected={id === selected}
          onPick={onPick}
        />
      );
    if (section === undefined) return null;
    const part = { id, box, summary: summaryOf(section, lines), onPick };
    return box.is === "frame" ? <Frame key={id} {...part} /> : <Tile key={id} {...part} />;
  });
};

const Drawn = (props: NodesProps & { readonly layout: Layout }) => {
  const { layout, node, openSections } = props;
  const { go } = useAddress();
  const box = useRef<HTMLDivElement>(null);
  const { toggle } = openSections;
  const onPick = useCallback(
    (id: string): void => {
      const section = sectionIn(id);
      if (section === null) go({ node: id === node ? null : id });
      else toggle(section);
    },
    [go, node, toggle],
  );
  const sight = useSight(props, box);
  return (
    <div
      className="flow"
      ref={box}
      role="application"
      aria-label="Graph. Arrow keys move between tasks, Enter opens one; the list shows the same"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is worked by keys
      tabIndex={0}
      {...sight}
    >
      <div className="drawn" style={{ width: layout.width, height: layout.height }}>
        <Lines layout={layout} selected={node} />
        <Pieces {...props} onPick={onPick} />
      </div>
    </div>
  );
};

/** Of the box in px, as it changes; 0: unknown yet. */
const useWidth = (box: RefObject<Element | null>): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const watch = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [box]);
  return width;
};

export const GraphView = (props: NodesProps) => {
  const { sections, openSections } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = Math.floor((useWidth(box) - 2 * margin) / step) * step;
  const [keep] = useState(() => withPrevious(shapeOf));
  const shape = useMemo(
    () => keep({ sections, open: openSections.open, width }),
    [keep, sections, openSections.open, width],
  );
  const layout = useMemo(() => (width <= 0 ? null : layoutOf(shape)), [shape, width]);
  return (
    <div className="graph" ref={box}>
      {layout === null ? (
        <p className="dim small">Drawing …</p>
      ) : (
        <Drawn {...props} layout={layout} />
      )}
    </div>
  );
};
