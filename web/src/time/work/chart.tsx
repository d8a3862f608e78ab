// A Gantt chart: one lane per unit, role or agent, one bar per attempt, zoomable.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useNow } from "../../api/clock.ts";
import type { Attempt } from "../../attempts.ts";
import { useRoom } from "../../style/room.ts";
import { Axis } from "./axis.tsx";
import { LaneRow } from "./lane-row.tsx";
import { Legend } from "./legend.tsx";
import { type LaneOf, lanesOf, lanesWithin, spanOf } from "./lanes.ts";
import { useZoom } from "./use-zoom.ts";
import { ZoomButtons } from "./zoom-buttons.tsx";

/** Of a row of bars, and of the space around a lane's rows, in pixels. */
const rowHeight = 22;
const laneSpace = 8;
/** Of the axis, in pixels, before it is known, and at least. */
const usualWidth = 800;
const leastWidth = 100;

type Props = {
  readonly attempts: readonly Attempt[];
  readonly by: LaneOf;
  /** What nodes are about, by their ids. */
  readonly labels: ReadonlyMap<string, string>;
  readonly live: ReadonlySet<number> | null;
  /** The moment that is looked at, in ms; null: now. */
  readonly then: number | null;
  /** The fence of the one that is open. */
  readonly open: number | null;
  /** What stands before the buttons of the zoom in their line, and behind them. */
  readonly lead: ReactNode;
  readonly tail: ReactNode;
};

export const Chart = ({ attempts, by, labels, live, then, open, lead, tail }: Props) => {
  const clock = useNow();
  const going = then === null && live !== null && live.size > 0;
  const now = then ?? (going ? clock : 0);
  const every = useMemo(() => lanesOf(attempts, by, live, now), [attempts, by, live, now]);
  const all = useMemo(() => spanOf(every), [every]);
  const box = useRef<HTMLDivElement>(null);
  const zooming = useZoom(all, box, ".axis");
  const { span, whole, zoom } = zooming;
  const lanes = useMemo(() => (whole ? every : lanesWithin(every, span)), [whole, every, span]);
  const width = Math.max(leastWidth, useRoom(box, ".axis")?.width ?? usualWidth);
  // oxlint-disable-next-line react/incompatible-library -- it warns of a compiler that isn't used here
  const virtual = useVirtualizer({
    count: lanes.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (lanes[index]?.rows ?? 1) * rowHeight + laneSpace,
    getItemKey: (index) => lanes[index]?.name ?? index,
    overscan: 6,
    useFlushSync: false,
  });
  const heights = lanes.map(({ rows }) => rows).join(" ");
  useLayoutEffect(() => virtual.measure(), [virtual, heights]);
  const lane =
    open === null
      ? -1
      : lanes.findIndex(({ bars }) => bars.some(({ attempt }) => attempt.fence === open));
  useEffect(() => {
    if (lane !== -1) virtual.scrollToIndex(lane);
  }, [lane, virtual]);
  const closer = (around: number): void => zoom(0.2, around);
  return (
    <>
      <div className="choices">
        {lead}
        <ZoomButtons zoom={zooming} />
        <p className="small dim" role="status">
          {whole || lanes.length === every.length
            ? tail
            : `${lanes.length} of ${every.length} lanes have something in this part`}
        </p>
      </div>
      <Legend />
      <div
        className="chart"
        ref={box}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        role="region"
        aria-label="who worked when; the list says the same in words"
      >
        <Axis span={span} width={width} />
        <div className="lanes" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, size, key }) => {
            const lane = lanes[index];
            return lane === undefined ? null : (
              <LaneRow
                key={key}
                lane={lane}
                label={by === "subject" ? (labels.get(lane.name) ?? null) : null}
                span={span}
                width={width}
                top={start}
                height={size}
                rowHeight={rowHeight}
                by={by}
                open={open}
                closer={closer}
              />
            );
          })}
        </div>
      </div>
    </>
  );
};
