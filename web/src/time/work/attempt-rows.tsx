// The attempts of a run as a list, the newest first: the same as the chart, for readers and narrow pages.
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { type Attempt, attemptMark, stateOf, whyOf } from "../../attempts.ts";
import { Prose } from "../../style/prose.tsx";
import { Moment, Since } from "../../style/since.tsx";
import { usageParts } from "../../usage-parts.ts";
import { span } from "../../words.ts";
import { useChoice } from "../view.ts";
import { type Bar, lanesOf } from "./lanes.ts";

/** Rows shown at first, and with each "more". */
const most = 200;

const Took = ({ bar, then }: { readonly bar: Bar; readonly then: number | null }) => {
  if (bar.is === "live" && then === null) return <Since at={bar.attempt.from} />;
  return bar.to === bar.from ? null : <span>{span(bar.to - bar.from)}</span>;
};

export const AttemptRows = ({
  attempts,
  live,
  then,
  open,
}: {
  readonly attempts: readonly Attempt[];
  readonly live: ReadonlySet<number> | null;
  readonly then: number | null;
  readonly open: number | null;
}) => {
  const { link } = useChoice();
  const [room, setRoom] = useState(most);
  const bars = useMemo(
    () =>
      lanesOf(attempts, "subject", live, then ?? 0)
        .flatMap((lane) => lane.bars)
        .toSorted((one, other) => other.attempt.fence - one.attempt.fence),
    [attempts, live, then],
  );
  return (
    <>
      <ol className="attempt-rows">
        {bars.slice(0, room).map((bar) => {
          const { attempt, is, nth } = bar;
          const { mark, tone, words } = attemptMark(stateOf(attempt, is));
          const why = whyOf(attempt, is);
          return (
            <li key={attempt.fence}>
              <span className={tone}>
                <span className="mark" aria-hidden="true">
                  {mark}
                </span>
                {words}
              </span>
              <Link
                href={link({ attempt: attempt.fence })}
                aria-current={attempt.fence === open ? "true" : undefined}
              >
                <strong>{attempt.subject ?? attempt.job}</strong>{" "}
                {attempt.kind === "check" ? "check" : (attempt.role ?? attempt.kind)}
                {nth > 1 ? ` ${nth}` : ""}
              </Link>
              <span className="small dim why">{why === null ? null : <Prose text={why} />}</span>
              <span className="dim who">
                {attempt.by ?? (attempt.kind === "check" ? "the engine" : "")}
              </span>
              <span className="small dim number when">
                <Took bar={bar} then={then} />
                {usageParts({ usage: attempt.used }).map((part) => (
                  <span key={part}>{part}</span>
                ))}
                <Moment at={attempt.from} />
              </span>
            </li>
          );
        })}
      </ol>
      {bars.length <= room ? null : (
        <button type="button" onClick={() => setRoom(room + most)}>
          show {Math.min(most, bars.length - room)} of {(bars.length - room).toLocaleString("en")}{" "}
          more
        </button>
      )}
    </>
  );
};
