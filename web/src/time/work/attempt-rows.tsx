// Attempts of a run as a list, newest first: the same as the chart, for screen readers and narrow pages.
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { agentOf, type Attempt, lookOf, attemptRole, whyOf } from "../../attempts.ts";
import { Sign } from "../../style/sign.tsx";
import { Prose } from "../../style/prose.tsx";
import { Moment, Since } from "../../style/since.tsx";
import { usageParts } from "../../usage-parts.ts";
import { span } from "../../words.ts";
import { useAddress } from "../../address.ts";
import { type Bar, lanesOf } from "./lanes.ts";

/** Rows shown initially, and added by "more". */
const most = 200;

const Took = ({ bar, then }: { readonly bar: Bar; readonly then: number | null }) => {
  if (bar.is === "live" && then === null) return <Since at={bar.attempt.from} />;
  return bar.to === bar.from ? null : <span>{span(bar.to - bar.from)}</span>;
};

type AttemptRowsProps = {
  readonly attempts: readonly Attempt[];
  readonly live: ReadonlySet<number> | null;
  readonly then: number | null;
  readonly open: number | null;
};

export const AttemptRows = ({ attempts, live, then, open }: AttemptRowsProps) => {
  const { link } = useAddress();
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
          const look = lookOf(attempt, is);
          const why = whyOf(attempt, is);
          return (
            <li key={attempt.fence}>
              <span className={look.shade}>
                <Sign of={look} />
                {look.word}
              </span>
              <Link
                href={link({ attempt: attempt.fence })}
                aria-current={attempt.fence === open ? "true" : undefined}
              >
                <strong>{attempt.subject ?? attempt.job}</strong> {attemptRole(attempt)}
                {nth > 1 ? ` ${nth}` : ""}
              </Link>
              <span className="small dim why">{why === null ? null : <Prose text={why} />}</span>
              <span className="dim who">{agentOf(attempt)}</span>
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
