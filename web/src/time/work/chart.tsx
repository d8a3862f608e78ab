// Gantt chart: one lane per unit, role or agent, one bar per attempt, zoomable.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { useNow } from "../../api/clock.ts";
import type { Attempt } from "../../attempts.ts";
import { useRoom } from "../../style/room.ts";
import { Axis } from "./axis.tsx";
import { LaneRow } from "./lane-row.tsx";
import { Legend } from "./legend.tsx";
import { type Lane, type LaneOf, lanesOf, lanesWithin, spanOf } from "./lanes.ts";
import { useZoom } from "./use-zoom.ts";
import { Scrollable } from "../../style/scrollable.tsx";
import { ZoomButtons } from "./zoom-buttons.tsx";

/** Of a row of bars, and of a lane's padding, in pixels. */
const rowHeight = 22;
const laneSpace = 8;
/** Initial and minimum width of the axis, in pixels. */
const usualWidth = 800;
const leastWidth = 100;

type Props = {
  readonly attempts: readonly Attempt[];
  readonly by: LaneOf;
  readonly shown: Pick<RunAnswer, "nodes">;
  readonly live: ReadonlySet<number> | null;
  /** The viewed time, in ms; null: now. */
  readonly then: number | null;
  /** The fence of the open attempt. */
  readonly open: number | null;
  readonly status: string;
  /** Precedes the zoom buttons, in the same line. */
  readonly children: ReactNode;
};

/** All lanes, those in the visible time span, and the zoom. */
const useLanes = ({ attempts, by, live, then }: Props, box: RefObject<HTMLElement | null>) => {
  const clock = useNow();
  const running = then === null && live !== null && live.size > 0;
  const now = then ?? (running ? clock : 0);
  const all = useMemo(() => lanesOf(attempts, by, live, now), [attempts, by, live, now]);
  const whole = useMemo(() => spanOf(all), [all]);
  const zoom = useZoom(whole, box, ".axis");
  const lanes = useMemo(
    () => (zoom.whole ? all : lanesWithin(all, zoom.span)),
    [zoom.whole, all, zoom.span],
  );
  return { all, lanes, zoom };
};

/** Rows for visible lanes only; scrolls to the one with the open attempt. */
const useRows = (
  lanes: readonly Lane[],
  open: number | null,
  box: RefObject<HTMLElement | null>,
) => {
  // oxlint-disable-next-line react/incompatible-library -- it warns of a compiler that isn't used here
  const rows = useVirtualizer({
    count: lanes.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (lanes[index]?.rows ?? 1) * rowHeight + laneSpace,
    getItemKey: (index) => lanes[index]?.name ?? index,
    overscan: 6,
    useFlushSync: false,
  });
  const heights = lanes.map((lane) => lane.rows).join(" ");
  useLayoutEffect(() => rows.measure(), [rows, heights]);
  const index =
    open === null
      ? -1
      : lanes.findIndex(({ bars }) => bars.some(({ attempt }) => attempt.fence === open));
  useEffect(() => {
    if (index !== -1) rows.scrollToIndex(index);
  }, [index, rows]);
  return rows;
};

export const Chart = (props: Props) => {
  const { by, shown, open, status, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const { all, lanes, zoom } = useLanes(props, box);
  const width = Math.max(leastWidth, useRoom(box, ".axis")?.width ?? usualWidth);
  const rows = useRows(lanes, open, box);
  const labels = new Map(by === "subject" ? shown.nodes.map(({ id, label }) => [id, label]) : []);
  return (
    <>
      <div className="choices">
        {children}
        <ZoomButtons zoom={zoom} />
        <p className="small dim" role="status">
          {zoom.whole || lanes.length === all.length
            ? status
            : `${lanes.length} of ${all.length} lanes have something in this part`}
        </p>
      </div>
      <Legend />
      <Scrollable
        className="chart"
        ref={box}
        label="who worked when; the list says the same in words"
      >
        <Axis span={zoom.span} width={width} />
        <div className="lanes" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start, size, key }) => {
            const lane = lanes[index];
            return lane === undefined ? null : (
              <LaneRow
                key={key}
                lane={lane}
                label={labels.get(lane.name) ?? null}
                span={zoom.span}
                width={width}
                top={start}
                height={size}
                rowHeight={rowHeight}
                by={by}
                open={open}
                closer={(around) => zoom.zoom(0.2, around)}
              />
            );
          })}
        </div>
      </Scrollable>
    </>
  );
};
