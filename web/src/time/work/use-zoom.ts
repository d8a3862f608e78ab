// Zoom of the Gantt chart, by buttons or by the wheel as on a map.
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { panSpan, type Span, zoomSpan } from "./lanes.ts";

export type Zoom = {
  readonly span: Span;
  /** Whether everything is visible. */
  readonly whole: boolean;
  readonly fit: () => void;
  /** `by` below 1 zooms in. `around` in ms; default: the middle. */
  readonly zoom: (by: number, around?: number) => void;
  /** By a fraction of the visible span; negative: earlier. */
  readonly pan: (by: number) => void;
};

/** One notch of a wheel. */
const notch = 100;

/** `axis`: selector of the time area within the box. */
export const useZoom = (all: Span, box: RefObject<HTMLElement | null>, axis: string): Zoom => {
  const [chosen, setChosen] = useState<Span | null>(null);
  const span = chosen ?? all;
  const newest = useRef({ span, all });
  useEffect(() => {
    newest.current = { span, all };
  });
  const take = useCallback(
    (next: Span, whole: Span) =>
      setChosen(next.to - next.from >= whole.to - whole.from ? null : next),
    [],
  );
  const zoom = useCallback(
    (by: number, around?: number) => {
      const now = newest.current;
      take(zoomSpan(now.span, by, now.all, around), now.all);
    },
    [take],
  );
  const pan = useCallback(
    (by: number) => {
      const now = newest.current;
      take(panSpan(now.span, by, now.all), now.all);
    },
    [take],
  );
  useEffect(() => {
    const seen = box.current;
    if (seen === null) return;
    const turn = (event: WheelEvent): void => {
      const place = seen.querySelector(axis)?.getBoundingClientRect();
      if (place === undefined || place.width === 0) return;
      const { span: now } = newest.current;
      const along = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const part = Math.min(1, Math.max(0, (event.clientX - place.left) / place.width));
        zoom(2 ** (event.deltaY / notch / 2), now.from + part * (now.to - now.from));
      } else if (Math.abs(along) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        event.preventDefault();
        pan(along / place.width);
      }
    };
    // React's listeners are passive and can't prevent the browser's page zoom.
    seen.addEventListener("wheel", turn, { passive: false });
    return () => seen.removeEventListener("wheel", turn);
  }, [box, axis, zoom, pan]);
  return { span, whole: chosen === null, fit: () => setChosen(null), zoom, pan };
};
