// Time bar of a run's page, behind a button until it is wanted: a slider over its events.
import "./time-bar.css";
import { useEffect, useMemo, useState } from "react";
import { wordsOfType } from "../../../src/core/words/telling.ts";
import type { LogLine, RunAnswer } from "../../../src/http/answers.ts";
import { useAddress } from "../address.ts";
import { pageOf } from "../api/log-pages.ts";
import { useKey } from "../keys.ts";
import { Moment } from "../style/since.tsx";
import { clamp, moment } from "../words.ts";
import { useLogPages } from "./use-log.ts";

/** Pause of the slider before the page follows it, in ms. */
const REST_MS = 100;

/** The slider's position, which the address follows; the newest version is now. */
const useSlide = (newest: number) => {
  const { at, go, set } = useAddress();
  const [held, setHeld] = useState<number | null>(null);
  useEffect(() => {
    if (held === null) return;
    const timer = setTimeout(() => {
      // Leaving now adds one history entry, however long the slide.
      (at === null ? go : set)({ at: held >= newest ? null : held });
      setHeld(null);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [held, at, newest, go, set]);
  return {
    version: clamp(held ?? at ?? newest, 1, newest),
    to: (version: number) => setHeld(clamp(version, 1, newest)),
  };
};

const wordsOf = (version: number, newest: number, line: LogLine | undefined): string => {
  const event = `event ${version} of ${newest}${version === newest ? ", now" : ""}`;
  return line === undefined ? event : `${moment(line.at, 0)}, ${event}: ${wordsOfType(line.type)}`;
};

const Slider = ({ run, newest, onLeave }: RunAnswer & { readonly onLeave: () => void }) => {
  const { version, to } = useSlide(newest);
  const pages = useMemo(() => [pageOf(version)], [version]);
  const line = useLogPages(run, pages).line(version);
  const isNow = version === newest;
  useKey("back", () => to(version - 1));
  useKey("on", () => to(version + 1));
  const step = (words: string, sign: string, next: number) => (
    <button
      type="button"
      className="plain"
      aria-label={words}
      title={words}
      disabled={next < 1 || next > newest}
      onClick={() => to(next)}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <section className={isNow ? "time-bar" : "time-bar past"} aria-label="Time">
      {step("Previous event ( [ )", "‹", version - 1)}
      <input
        type="range"
        aria-label="Event"
        aria-valuetext={wordsOf(version, newest, line)}
        min={1}
        max={newest}
        value={version}
        onChange={({ target }) => to(target.valueAsNumber)}
      />
      {step("Next event ( ] )", "›", version + 1)}
      <button
        type="button"
        onClick={() => {
          to(newest);
          onLeave();
        }}
      >
        {isNow ? "Close" : "Now"}
      </button>
      <p className="small">
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
      </p>
    </section>
  );
};

/** @param now the current run */
export const TimeBar = ({ now, past }: { readonly now: RunAnswer; readonly past: boolean }) => {
  const [used, setUsed] = useState(false);
  useKey("back", () => setUsed(true));
  if (used || past) return <Slider {...now} onLeave={() => setUsed(false)} />;
  return (
    <button
      type="button"
      className="plain time-button"
      title="View an earlier state ( [ )"
      onClick={() => setUsed(true)}
    >
      <span aria-hidden="true">◷</span> Go back in time
    </button>
  );
};
