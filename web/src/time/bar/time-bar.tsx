// Time bar: an axis by time that moves a run's whole page through its past, with important events marked above.
import "./time-bar.css";
import { useMemo, useRef } from "react";
import { wordsOfType } from "../../../../src/core/telling.ts";
import type { LogLine, RunAnswer } from "../../../../src/http/answers.ts";
import { pageOf } from "../../api/log-pages.ts";
import { useKey } from "../../keys.ts";
import { useRoom } from "../../style/room.ts";
import { Moment } from "../../style/since.tsx";
import { count, moment, span } from "../../words.ts";
import { useLogPages } from "../use-log.ts";
import { type Axis, outOf } from "./axis.ts";
import { nextMark } from "./marks.ts";
import { Track } from "./track.tsx";
import { useAxis } from "./use-axis.ts";
import { useSlide } from "./use-slide.ts";

/** Initial width of the track, in pixels. */
const usualWidth = 600;

type StepProps = {
  readonly words: string;
  readonly mark: string;
  readonly to: number | null;
  readonly go: (version: number) => void;
};

const Step = ({ words, mark, to, go }: StepProps) => (
  <button
    type="button"
    className="plain"
    aria-label={words}
    title={words}
    disabled={to === null}
    onClick={() => to !== null && go(to)}
  >
    <span aria-hidden="true">{mark}</span>
  </button>
);

const LeftOut = ({ axis }: { readonly axis: Axis }) => {
  const { count: times, ms } = outOf(axis);
  if (times === 0) return null;
  return (
    <span
      className="left-out dim"
      title={`Nothing happened in ${count(times, "stretch")}; the axis leaves them out`}
    >
      {span(ms)} left out
    </span>
  );
};

type HereProps = {
  readonly version: number;
  readonly newest: number;
  readonly line: LogLine | undefined;
  readonly axis: Axis;
};

/** The current event: its number, time and description. */
const Here = ({ version, newest, line, axis }: HereProps) => (
  <p className="here small">
    <span className="event">
      <span className="number">
        #{version} <span className="dim">of {newest}</span>
      </span>
      {line === undefined ? null : (
        <>
          {" "}
          <Moment at={line.at} /> <strong>{wordsOfType(line.type)}</strong>{" "}
          <span className="dim">{line.told}</span>
        </>
      )}
    </span>
    <LeftOut axis={axis} />
  </p>
);

/** @param now the current run. @param onLeave called when the bar isn't needed at now */
export const TimeBar = ({
  now,
  onLeave,
}: {
  readonly now: RunAnswer;
  readonly onLeave: () => void;
}) => {
  const { run, newest } = now;
  const { version, to } = useSlide(run, newest);
  const box = useRef<HTMLDivElement>(null);
  const width = useRoom(box)?.width ?? usualWidth;
  const drawn = useAxis(now, width);
  const pages = useMemo(() => [pageOf(version)], [version]);
  const line = useLogPages(run, pages).line(version);
  const isNow = version >= newest;
  const [before, after] = [-1, 1].map((by) => nextMark(drawn.marks, version, by)?.version ?? null);
  useKey("back", () => to(version - 1));
  useKey("on", () => to(version + 1));
  const event = `event ${version} of ${newest}${isNow ? ", now" : ""}`;
  const words =
    line === undefined ? event : `${moment(line.at, 0)}, ${event}: ${wordsOfType(line.type)}`;
  return (
    <section className={isNow ? "time-bar" : "time-bar past"} aria-label="Time">
      <div className="steps">
        <Step words="Previous notable event" mark="«" to={before ?? null} go={to} />
        <Step words="Previous event ( [ )" mark="‹" to={version > 1 ? version - 1 : null} go={to} />
      </div>
      <div className="track">
        <div className="inner" ref={box}>
          <Track
            drawn={drawn}
            newest={newest}
            version={version}
            width={width}
            words={words}
            to={to}
          />
        </div>
      </div>
      <div className="steps">
        <Step words="Next event ( ] )" mark="›" to={isNow ? null : version + 1} go={to} />
        <Step words="Next notable event" mark="»" to={isNow ? null : (after ?? newest)} go={to} />
        <button
          type="button"
          className={isNow ? "now live" : "now"}
          onClick={() => {
            to(newest);
            onLeave();
          }}
        >
          {isNow ? "close" : "now"}
        </button>
      </div>
      <Here version={version} newest={newest} line={line} axis={drawn.axis} />
    </section>
  );
};
