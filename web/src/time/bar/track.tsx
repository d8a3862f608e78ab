// Track of the time bar: a slider with a thumb by time and keys by event.
import { type PointerEvent, useCallback, useRef } from "react";
import type { Drawn } from "./use-axis.ts";
import { placeOf as placeOn, timeAt, timeOf, versionAt } from "./axis.ts";
import { offsetHere } from "../work/ticks.ts";
import { dayOf } from "./labels.ts";
import { Scale } from "./scale.tsx";
import { Spots } from "./spots.tsx";

type Props = {
  readonly drawn: Drawn;
  readonly newest: number;
  readonly version: number;
  readonly width: number;
  /** The slider's value as text. */
  readonly words: string;
  readonly to: (version: number) => void;
};

/** Tolerance of the pointer to the left, in pixels. */
const near = 1;

export const Track = ({
  drawn: { axis, points, marks, live, today },
  newest,
  version,
  width,
  words,
  to,
}: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const placeOf = useCallback(
    (of: number): number => placeOn(axis, timeOf(points, of)),
    [axis, points],
  );
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): void => {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    to(x >= width - near ? newest : versionAt(points, timeAt(axis, (x + near) / width)));
  };
  const place = version >= newest ? 1 : placeOf(version);
  return (
    <>
      <Spots marks={marks} placeOf={placeOf} width={width} go={to} />
      <div
        className="rail"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          input.current?.focus();
          point(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event);
        }}
      >
        <Scale axis={axis} width={width} live={live} today={dayOf(today, offsetHere)} />
        <input
          ref={input}
          type="range"
          aria-label="Event"
          aria-valuetext={words}
          min={1}
          max={newest}
          step={1}
          value={version}
          onChange={({ target }) => to(target.valueAsNumber)}
        />
        <span className="thumb" style={{ left: place * width }} />
      </div>
    </>
  );
};
