// Why: one slider moves all of a run's page through its past; what matters on the way is marked above it.
import "./time-bar.css";
import { useMemo, useState } from "react";
import { pageOf, pagesOf } from "../../api/log-pages.ts";
import { useKey } from "../../keys.ts";
import { Moment } from "../../style/since.tsx";
import { moment } from "../../words.ts";
import { idleMost, useLogPages, useNewestLog } from "../use-log.ts";
import { type Mark, marksOf, nextMark } from "./marks.ts";
import { Spots } from "./spots.tsx";
import { useSlide } from "./use-slide.ts";

const Step = ({
  words,
  mark,
  to,
  go,
}: {
  readonly words: string;
  readonly mark: string;
  readonly to: number | null;
  readonly go: (version: number) => void;
}) => (
  <button type="button" className="plain" aria-label={words} title={words} disabled={to === null} onClick={() => to !== null && go(to)}>
    <span aria-hidden="true">{mark}</span>
  </button>
);

/** `newest`: the run's newest version. `onLeave`: back at now it isn't needed. */
export const TimeBar = ({ run, newest, onLeave }: { readonly run: string; readonly newest: number; readonly onLeave: () => void }) => {
  const { version, to } = useSlide(run, newest);
  // Who reaches for it may go anywhere.
  const [near, setNear] = useState(false);
  const { pages } = useNewestLog(run, newest, near ? pagesOf(newest) : idleMost);
  const marks = useMemo<readonly Mark[]>(() => pages.flatMap(marksOf), [pages]);
  const line = useLogPages(
    run,
    useMemo(() => [pageOf(version)], [version]),
  ).line(version);
  const now = version >= newest;
  useKey("back", () => to(version - 1));
  useKey("on", () => to(version + 1));
  return (
    <section
      className={now ? "time-bar" : "time-bar past"}
      aria-label="time"
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
    >
      <div className="steps">
        <Step words="telling event before" mark="«" to={nextMark(marks, version, -1)?.version ?? null} go={to} />
        <Step words="an event back ( [ )" mark="‹" to={version > 1 ? version - 1 : null} go={to} />
      </div>
      <div className="track">
        <Spots marks={marks} newest={newest} go={to} />
        <input
          type="range"
          aria-label="moment of the run"
          aria-valuetext={`event ${version} of ${newest}${now ? ", now" : ""}${line === undefined ? "" : `: ${line.type}, ${moment(line.at, 0)}`}`}
          min={1}
          max={newest}
          step={1}
          value={version}
          onChange={({ target }) => to(target.valueAsNumber)}
        />
      </div>
      <div className="steps">
        <Step words="an event on ( ] )" mark="›" to={now ? null : version + 1} go={to} />
        <Step words="telling event after" mark="»" to={now ? null : (nextMark(marks, version, 1)?.version ?? newest)} go={to} />
        <button
          type="button"
          className={now ? "now live" : "now"}
          onClick={() => {
            to(newest);
            onLeave();
          }}
        >
          {now ? "close" : "now"}
        </button>
      </div>
      <p className="here small">
        <span className="number">
          #{version} <span className="dim">of {newest}</span>
        </span>
        {line === undefined ? null : (
          <>
            {" "}
            <Moment at={line.at} /> <strong>{line.type}</strong> <span className="dim">{line.told}</span>
          </>
        )}
      </p>
    </section>
  );
};
