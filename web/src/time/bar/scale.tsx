// Rendered axis: its stretches, a break for each skipped one, and labels below.
import { memo, useMemo } from "react";
import { span } from "../../words.ts";
import { offsetHere } from "../work/ticks.ts";
import type { Axis } from "./axis.ts";
import { labelsOf } from "./labels.ts";

type Props = {
  readonly axis: Axis;
  readonly width: number;
  readonly live: boolean;
  /** Today in `dayOf`'s count. */ readonly today: number;
};

export const Scale = memo(({ axis, width, live, today }: Props) => {
  const labels = useMemo(
    () => labelsOf({ axis, width, live, offset: offsetHere, today }),
    [axis, width, live, today],
  );
  return (
    <div className="scale" aria-hidden="true">
      {axis.map(({ from, to, left, right, quiet }) => (
        <span
          key={from}
          className={quiet ? "part quiet" : "part"}
          style={{ left: left * width, width: (right - left) * width }}
          title={quiet ? `Nothing happened for ${span(to - from)}` : undefined}
        />
      ))}
      {labels.map(({ text, at, left, is }) => (
        <span key={`${at} ${text}`}>
          {is === "quiet" ? null : <span className="tick" style={{ left: at }} />}
          <span className={`label ${is}`} style={{ left }}>
            {text}
          </span>
        </span>
      ))}
    </div>
  );
});
