// Buttons of the Gantt chart's zoom.
import type { Zoom } from "./use-zoom.ts";

/** Fraction of the visible span. */
const step = 0.5;

export const ZoomButtons = ({ zoom: { whole, fit, zoom, pan } }: { readonly zoom: Zoom }) => (
  <div
    className="zoom"
    role="group"
    aria-label="Zoom"
    title="Ctrl and the wheel: zoom in and out; Shift and the wheel: earlier and later"
  >
    <button type="button" onClick={fit} aria-pressed={whole}>
      Fit
    </button>
    <button type="button" aria-label="Zoom in" onClick={() => zoom(step)}>
      +
    </button>
    <button type="button" aria-label="Zoom out" disabled={whole} onClick={() => zoom(1 / step)}>
      −
    </button>
    <button type="button" aria-label="Earlier" disabled={whole} onClick={() => pan(-step)}>
      ‹
    </button>
    <button type="button" aria-label="Later" disabled={whole} onClick={() => pan(step)}>
      ›
    </button>
  </div>
);
