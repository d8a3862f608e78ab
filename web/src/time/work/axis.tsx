// Clock times above the bars, in the reader's time zone, always visible.
import type { Span } from "./lanes.ts";
import { offsetHere, ticksOf } from "./ticks.ts";

export const Axis = ({ span, width }: { readonly span: Span; readonly width: number }) => (
  <div className="axis-row">
    <div className="axis" aria-hidden="true">
      {ticksOf(span, width, offsetHere).map(({ at, label, day }) => (
        <span
          key={at}
          className={day ? "day" : undefined}
          style={{ left: ((at - span.from) / (span.to - span.from)) * width }}
        >
          {label}
        </span>
      ))}
    </div>
  </div>
);
