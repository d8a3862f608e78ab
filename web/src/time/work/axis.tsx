// Why: the hours stand above the bars, in the reader's own time, and stay in sight.
import type { Span } from "./lanes.ts";
import { ticksOf } from "./ticks.ts";

export const Axis = ({ span, width }: { readonly span: Span; readonly width: number }) => {
  const offset = -new Date(span.from).getTimezoneOffset() * 60_000;
  return (
    <div className="axis-row">
      <div className="axis" aria-hidden="true">
        {ticksOf(span, width, offset).map(({ at, label, day }) => (
          <span key={at} className={day ? "day" : undefined} style={{ left: ((at - span.from) / (span.to - span.from)) * width }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
};
