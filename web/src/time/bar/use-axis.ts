// Axis of a run's time bar at its track's width; for a running run it grows with the clock.
import { useMemo } from "react";
import type { RunAnswer } from "../../../../src/http/answers.ts";
import { useNow } from "../../api/clock.ts";
import { useCourse } from "../../api/queries.ts";
import { isOver } from "../../over.ts";
import { type Axis, axisOf } from "./axis.ts";
import { type Line, upTo } from "./course.ts";

/** Redrawn when its end has moved by this fraction of its length, at most once a second. */
const visible = 1 / 1_000;

export type Drawn = Line & { readonly axis: Axis; readonly live: boolean; readonly today: number };

/** @param now the current run */
export const useAxis = (now: RunAnswer, width: number): Drawn => {
  const { data } = useCourse(now.run);
  const { newest, span } = now;
  const line = useMemo(() => upTo(data, { newest, span }), [data, newest, span]);
  const clock = useNow();
  const live = !isOver(now);
  const [from, last] = [line.points[0]?.[1] ?? clock, line.points.at(-1)?.[1] ?? clock];
  const grain = Math.max(1_000, (clock - from) * visible);
  const end = live ? Math.max(last, Math.floor(clock / grain) * grain) : last;
  const still = live && !now.jobs.some(({ is }) => is === "running");
  const axis = useMemo(() => axisOf(line, end, still, width), [line, end, still, width]);
  return { ...line, axis, live, today: clock };
};
