// The buttons that show a part of the time: all of it, closer, further away, earlier and later.
import type { Zoom } from "./use-zoom.ts";

/** Of what is shown. */
const step = 0.5;

export const ZoomButtons = ({ zoom: { whole, fit, zoom, pan } }: { readonly zoom: Zoom }) => (
  <div
    className="zoom"
    role="group"
    aria-label="part of the time"
    title="Ctrl and the wheel: closer and further away; Shift and the wheel: earlier and later"
  >
    <button type="button" onClick={fit} aria-pressed={whole}>
      all of it
    </button>
    <button type="button" aria-label="closer" onClick={() => zoom(step)}>
      +
    </button>
    <button
      type="button"
      aria-label="from further away"
      disabled={whole}
      onClick={() => zoom(1 / step)}
    >
      −
    </button>
    <button type="button" aria-label="earlier" disabled={whole} onClick={() => pan(-step)}>
      ‹
    </button>
    <button type="button" aria-label="later" disabled={whole} onClick={() => pan(step)}>
      ›
    </button>
  </div>
);
