// Why: the same as the lanes in words, the newest first, for readers and for narrow pages.
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { type Attempt, courseMarks } from "../../attempts.ts";
import { Moment, Since } from "../../style/since.tsx";
import { span } from "../../words.ts";
import { useChoice } from "../view.ts";
import { type Bar, lanesOf } from "./lanes.ts";

/** Rows shown at first, and with each "more". */
const most = 200;

const Took = ({ bar, then }: { readonly bar: Bar; readonly then: number | null }) => {
  if (bar.is === "live" && then === null) return <Since at={bar.attempt.from} />;
  return <>{span(bar.to - bar.from)}</>;
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
          const { mark, tone, words } = courseMarks[is];
          return (
            <li key={attempt.fence}>
              <span className={`mark ${tone}`} role="img" aria-label={words}>
                {mark}
              </span>
              <Link href={link({ attempt: attempt.fence })} aria-current={attempt.fence === open ? "true" : undefined}>
                <strong>{attempt.subject ?? attempt.job}</strong> {attempt.role ?? attempt.kind}
                {nth > 1 ? ` ${nth}` : ""}
              </Link>
              <span className="dim who">{attempt.by ?? (attempt.kind === "check" ? "the engine" : "")}</span>
              <span className="small dim number when">
                <Moment at={attempt.from} />, <Took bar={bar} then={then} />
              </span>
            </li>
          );
        })}
      </ol>
      {bars.length <= room ? null : (
        <button type="button" onClick={() => setRoom(room + most)}>
          show {Math.min(most, bars.length - room)} of {(bars.length - room).toLocaleString("en")} more
        </button>
      )}
    </>
  );
};
